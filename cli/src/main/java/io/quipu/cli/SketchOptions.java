package io.quipu.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose parts of a sketch. */
final class SketchOptions {
  @Option(
      names = "--ranks",
      paramLabel = "RANKS",
      description = "Of quantiles: which, such as 0.5,0.99.")
  private @Nullable String ranks;

  @Option(
      names = "--items",
      paramLabel = "N",
      description = "Of the most frequent values: at most so many, up to 100; otherwise 10.")
  private @Nullable Integer items;

  boolean isGiven() {
    return ranks != null || items != null;
  }

  /** Adds the options to a query. */
  Query in(Query query) {
    return query.with("ranks", ranks).with("n", items == null ? null : items.toString());
  }
}
