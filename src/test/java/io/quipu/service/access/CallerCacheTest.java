package io.quipu.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerCacheTest {
  private final List<Promise<Optional<Caller>>> asked = new ArrayList<>();
  private final HandDrivenTime time = new HandDrivenTime();
  private final CallerCache cache = new CallerCache(time);

  private Future<Optional<Caller>> find(Credential shown) {
    return cache.find(
        shown,
        () -> {
          Promise<Optional<Caller>> answer = Promise.promise();
          asked.add(answer);
          return answer.future();
        });
  }

  private static Credential shown(int number) {
    return new Credential("id", "hash" + number);
  }

  private static Optional<Caller> caller(int number) {
    return Optional.of(new Caller(shown(number), Grant.EVERYTHING));
  }

  @Test
  void whatWasFoundServesForAWhile_andIsLookedUpAgain() {
    find(shown(1));
    asked.get(0).complete(caller(1));
    assertThat(cache.known(shown(1)).caller()).isEqualTo(caller(1).orElseThrow());
    time.pass(CallerCache.AGE.minusNanos(1));
    assertThat(cache.known(shown(1))).isNotNull();
    time.pass(Duration.ofNanos(1));
    assertThat(cache.known(shown(1))).isNull();
  }

  @Test
  void whatIsNobodysIsRemembered_too() {
    find(shown(1));
    asked.get(0).complete(Optional.empty());
    assertThat(cache.known(shown(1)).caller()).isNull();
    assertThat(cache.known(shown(2))).as("another secret of the same id").isNull();
  }

  @Test
  void whatCouldNotBeToldIsNot() {
    Future<Optional<Caller>> found = find(shown(1));
    asked.get(0).fail("Cassandra is away");
    assertThat(found.failed()).isTrue();
    assertThat(cache.known(shown(1))).isNull();
    find(shown(1));
    assertThat(asked).hasSize(2);
  }

  @Test
  void thoseWhoAskAtOnceShareALookup() {
    find(shown(1));
    find(shown(1));
    assertThat(asked).hasSize(1);
  }

  @Test
  void strangersAreLookedUpAFewAtATime_andHoldNobodyElseUp() {
    find(shown(0));
    asked.get(0).complete(caller(0));
    time.pass(CallerCache.AGE);
    for (int i = 1; i <= CallerCache.MOST_STRANGERS; i++) {
      find(shown(i));
    }
    Future<Optional<Caller>> refused = find(shown(1_000));
    assertThat(refused.cause()).isInstanceOf(ServiceFailure.class);
    assertThat(((ServiceFailure) refused.cause()).reason()).isEqualTo(Reason.UNAVAILABLE);

    find(shown(0));
    assertThat(asked).as("a key that was right before").hasSize(CallerCache.MOST_STRANGERS + 2);

    asked.get(1).complete(Optional.empty());
    find(shown(1_000));
    assertThat(asked).hasSize(CallerCache.MOST_STRANGERS + 3);
  }
}
