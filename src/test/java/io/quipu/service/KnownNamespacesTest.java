package io.quipu.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.HandDrivenTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownNamespacesTest {
  private static final Optional<Namespace> VOTES = Optional.of(Namespace.of("votes", "event"));

  private final Deque<Promise<Optional<Namespace>>> asked = new ArrayDeque<>();
  private final HandDrivenTime time = new HandDrivenTime();
  private final KnownNamespaces known =
      new KnownNamespaces(
          time,
          time,
          name -> {
            asked.add(Promise.promise());
            return asked.getLast().future();
          });

  @Test
  void asksOnce_whenManyAskAtTheSameTime() {
    Future<Optional<Namespace>> first = known.lookUp("votes");
    Future<Optional<Namespace>> second = known.lookUp("votes");
    assertThat(asked).hasSize(1);
    asked.remove().complete(VOTES);
    assertThat(first.result()).isEqualTo(VOTES);
    assertThat(second.result()).isEqualTo(VOTES);
    assertThat(known.lookUp("votes").result()).isEqualTo(VOTES);
    assertThat(asked).isEmpty();
  }

  @Test
  void asksAgain_afterFiveSeconds() {
    known.lookUp("votes");
    asked.remove().complete(VOTES);
    time.passMillis(4_999);
    known.lookUp("votes");
    assertThat(asked).isEmpty();
    time.passMillis(1);
    known.lookUp("votes");
    assertThat(asked).hasSize(1);
  }

  @Test
  void asksAgain_whenItWasAbsentOrTheReadFailed() {
    known.lookUp("votes");
    asked.remove().complete(Optional.empty());
    Future<Optional<Namespace>> failed = known.lookUp("votes");
    asked.remove().fail("unavailable");
    assertThat(failed.failed()).isTrue();
    known.lookUp("votes");
    assertThat(asked).hasSize(1);
  }

  @Test
  void countsTheAgeFromTheAsking_andWaitsForNoOldAnswer() {
    known.lookUp("votes");
    time.passMillis(4_999);
    known.lookUp("votes");
    assertThat(asked).hasSize(1);
    time.passMillis(1);
    Future<Optional<Namespace>> later = known.lookUp("votes");
    assertThat(asked).hasSize(2);
    asked.remove().complete(VOTES);
    assertThat(later.isComplete()).as("by an answer to an older question").isFalse();
    assertThat(known.known("votes")).isNull();
    asked.remove().complete(VOTES);
    assertThat(later.result()).isEqualTo(VOTES);
    assertThat(known.known("votes")).isEqualTo(VOTES.get());
  }

  @Test
  void asksAgain_whenItWasForgotten() {
    known.lookUp("votes");
    asked.remove().complete(VOTES);
    known.forget("votes");
    known.lookUp("votes");
    assertThat(asked).hasSize(1);
  }

  @Test
  void keepsNothingOfAReadThatBeganBeforeItWasForgotten() {
    known.lookUp("votes");
    known.forget("votes");
    Future<Optional<Namespace>> after = known.lookUp("votes");
    Promise<Optional<Namespace>> before = asked.remove();
    asked.remove().complete(VOTES);
    before.complete(Optional.of(Namespace.of("votes", "unique")));
    assertThat(after.result()).isEqualTo(VOTES);
    assertThat(known.lookUp("votes").result()).isEqualTo(VOTES);
  }

  @Test
  void looksAnewAtMostTwentyTimesAtOnce_thenOnceASecond_forAllThatWait() {
    for (int i = 0; i < 20; i++) {
      known.findAnew("votes");
      assertThat(asked).as("a look of its own, however young the last is").hasSize(1);
      asked.remove().complete(VOTES);
    }
    Future<Optional<Namespace>> first = known.findAnew("votes");
    Future<Optional<Namespace>> second = known.findAnew("votes");
    known.findAnew("other");
    assertThat(asked).as("of another namespace").hasSize(1);
    asked.remove();
    time.passMillis(999);
    assertThat(asked).isEmpty();
    time.passMillis(1);
    assertThat(asked).as("one for both").hasSize(1);
    asked.remove().complete(VOTES);
    assertThat(first.result()).isEqualTo(VOTES);
    assertThat(second.result()).isEqualTo(VOTES);
    known.findAnew("votes");
    assertThat(asked).isEmpty();
  }

  @Test
  void whatWasFoundAnewIsKnown() {
    known.lookUp("votes");
    asked.remove().complete(VOTES);
    Optional<Namespace> changed = Optional.of(Namespace.of("votes", "unique"));
    Future<Optional<Namespace>> anew = known.findAnew("votes");
    assertThat(known.lookUp("votes").result()).as("meanwhile").isEqualTo(VOTES);
    asked.remove().complete(changed);
    assertThat(anew.result()).isEqualTo(changed);
    assertThat(known.lookUp("votes").result()).isEqualTo(changed);
  }
}
