package io.quipu.service.auth;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.time.GrowingAge;
import io.quipu.ops.metrics.Meters;

/** Meters of tokens and of the issuer's keys; registered only if this process checks tokens. */
public final class TokenMeters {
  private static final double NEVER = -1;

  private final GrowingAge age = new GrowingAge(NEVER);
  private final Counter failed;
  private final Counter refused;

  public TokenMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    Gauge.builder("quipu.issuer.keys.age", age, GrowingAge::seconds)
        .description("Since the keys of the issuer were fetched; -1 before that")
        .baseUnit("seconds")
        .register(registry);
    failed =
        meters.counter(
            "quipu.issuer.fetches.failed", "Fetches of the keys of the issuer that failed");
    refused =
        meters.counter("quipu.tokens.refused", "Tokens that were looked at and are not right");
  }

  void fetched() {
    age.is(0);
  }

  void fetchFailed() {
    failed.increment();
  }

  void refused() {
    refused.increment();
  }
}
