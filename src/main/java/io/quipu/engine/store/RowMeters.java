package io.quipu.engine.store;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Meters of the rows that a process holds. */
public final class RowMeters {
  private RowMeters() {}

  /** Shows a budget, once. */
  public static void register(RowBudget budget, MeterRegistry registry) {
    register("settling", budget.settling(), registry);
    register("reading", budget.reading(), registry);
    register("ranking", budget.ranking(), registry);
  }

  private static void register(String use, RowShare share, MeterRegistry registry) {
    Gauge.builder("quipu.rows.held", share, RowShare::taken)
        .description("Rows in memory, by what they are read for")
        .tag("use", use)
        .register(registry);
    Gauge.builder("quipu.rows.limit", share, RowShare::rows)
        .description("Most rows in memory, by what they are read for")
        .tag("use", use)
        .register(registry);
    FunctionCounter.builder("quipu.rows.refused", share, RowShare::refused)
        .description("Reads that were refused as there was no room for their rows")
        .tag("use", use)
        .register(registry);
  }
}
