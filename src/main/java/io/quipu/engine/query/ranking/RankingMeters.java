package io.quipu.engine.query.ranking;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;
import java.util.List;

/** Meters of rankings. */
public final class RankingMeters {
  private final Timer time;
  private final DistributionSummary counters;

  public RankingMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    time = meters.timer("quipu.ranking", "Making rankings that are read together");
    counters =
        DistributionSummary.builder("quipu.ranking.counters")
            .description("Counters that were ranked")
            .register(registry);
  }

  void made(Duration took, List<Ranking> rankings) {
    time.record(took);
    counters.record(rankings.stream().mapToDouble(Ranking::total).sum());
  }
}
