package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.testing.dev.issuer.TestKey;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class IssuerKeyRefreshTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final TokenMeters METERS = new TokenMeters(new SimpleMeterRegistry());
  private static final Duration MOMENT = Duration.ofMillis(1);

  @AutoClose private final PublishedKeys issuer = new PublishedKeys();
  private final HandDrivenTime time = new HandDrivenTime();
  private final IssuerKeyRefresh refresh = refresh(PERIOD);
  private final IssuerKeys first = issuer.of(TestKey.of("first", "ES256"));
  private final IssuerKeys second = issuer.of(TestKey.of("second", "ES256"));

  private IssuerKeyRefresh refresh(Duration period) {
    return new IssuerKeyRefresh(
        issuer::fetch, time, time, period, "https://issuer.example", METERS);
  }

  private void startWith(IssuerKeys keys) {
    refresh.start();
    issuer.answer(keys);
  }

  @Test
  void thereAreNoneBeforeTheFirstAreFetched() {
    refresh.start();
    assertThat(refresh.current()).isNull();
    issuer.answer(first);
    assertThat(refresh.current()).isSameAs(first);
  }

  @Test
  void othersHoldAfterAPeriod() {
    startWith(first);
    time.pass(PERIOD.minus(MOMENT));
    assertThat(issuer.fetches()).isEqualTo(1);
    time.pass(MOMENT);
    assertThat(refresh.current()).as("until they are there").isSameAs(first);
    issuer.answer(second);
    assertThat(refresh.current()).isSameAs(second);
  }

  @Test
  void whereTheyCannotBeFetched_thoseFromBeforeHoldForAnHour_andItIsTriedOften() {
    startWith(first);
    Duration passed = Duration.ZERO;
    while (passed.compareTo(IssuerKeyRefresh.LONGEST.minus(MOMENT)) < 0) {
      assertThat(refresh.current()).as("after " + passed).isSameAs(first);
      Duration step = IssuerKeyRefresh.PAUSE;
      if (passed.plus(step).compareTo(IssuerKeyRefresh.LONGEST) >= 0) {
        step = IssuerKeyRefresh.LONGEST.minus(passed).minus(MOMENT);
      }
      time.pass(step);
      passed = passed.plus(step);
      if (issuer.isAsked()) {
        issuer.fail("no answer");
      }
    }
    assertThat(refresh.current()).isSameAs(first);
    time.pass(MOMENT);
    assertThat(refresh.current()).isNull();
    assertThat(issuer.fetches()).isGreaterThan(600);

    time.pass(IssuerKeyRefresh.PAUSE);
    issuer.answer(second);
    assertThat(refresh.current()).isSameAs(second);
  }

  @Test
  void anUnknownKeyIsLookedForAtOnce_butNotOftenerThanEveryFewSeconds() {
    startWith(first);
    time.pass(IssuerKeyRefresh.PAUSE);
    CompletionStage<Void> looked = refresh.lookForMore();
    for (int i = 0; i < 1_000; i++) {
      refresh.lookForMore();
    }
    assertThat(issuer.fetches()).isEqualTo(2);
    assertThat(looked.toCompletableFuture()).isNotDone();
    issuer.answer(second);
    assertThat(looked.toCompletableFuture()).isCompleted();
    assertThat(refresh.current()).isSameAs(second);

    time.pass(IssuerKeyRefresh.PAUSE.minus(MOMENT));
    assertThat(refresh.lookForMore().toCompletableFuture()).as("without a fetch").isCompleted();
    assertThat(issuer.fetches()).isEqualTo(2);
    time.pass(MOMENT);
    assertThat(refresh.lookForMore().toCompletableFuture()).isNotDone();
    assertThat(issuer.fetches()).isEqualTo(3);
  }

  @Test
  void whoLooksForAnUnknownKeyIsNotHeldUpByAnIssuerThatFails() {
    startWith(first);
    time.pass(IssuerKeyRefresh.PAUSE);
    CompletionStage<Void> looked = refresh.lookForMore();
    issuer.fail("no answer");
    assertThat(looked.toCompletableFuture()).isCompleted();
    assertThat(refresh.current()).isSameAs(first);
  }

  @Test
  void strangersDoNotPutOffTheUsualFetches_norAddToThem() {
    startWith(first);
    for (int i = 0; i < 600; i++) {
      time.pass(Duration.ofSeconds(1));
      refresh.lookForMore();
      if (issuer.isAsked()) {
        issuer.answer(first);
      }
    }
    assertThat(issuer.fetches()).isBetween(110, 121);
  }

  @Test
  void fetchesNeverOverlap() {
    refresh.start();
    time.pass(PERIOD.multipliedBy(3));
    refresh.lookForMore();
    assertThat(issuer.fetches()).isEqualTo(1);
  }

  @Test
  void nothingIsFetchedAfterTheEnd() {
    startWith(first);
    refresh.stop();
    time.pass(PERIOD.multipliedBy(3));
    assertThat(refresh.lookForMore().toCompletableFuture()).isCompleted();
    assertThat(issuer.fetches()).isEqualTo(1);
    assertThat(time.waiting()).isZero();
  }
}
