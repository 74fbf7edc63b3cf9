package io.quipu.engine.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;

/** Meters of the rows that a process holds. */
public final class RowMeters {
  private RowMeters() {}

  /** Registers the meters of a budget. To be called once. */
  public static void register(RowBudget budget, MeterRegistry registry) {
    Meters meters = new Meters(registry);
    register("settling", budget.settling(), meters);
    register("reading", budget.reading(), meters);
    register("ranking", budget.ranking(), meters);
  }

  private static void register(String use, RowShare share, Meters meters) {
    meters.gauge(
        "quipu.rows.held",
        "Rows in memory, by what they are read for",
        share,
        RowShare::taken,
        "use",
        use);
    meters.gauge(
        "quipu.rows.limit",
        "Most rows in memory, by what they are read for",
        share,
        RowShare::rows,
        "use",
        use);
    meters.function(
        "quipu.rows.refused",
        "Reads that were refused as there was no room for their rows",
        share,
        RowShare::refused,
        "use",
        use);
  }
}
