package io.quipu.cli.options;

import io.quipu.cli.service.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose parts of a sketch. */
public final class SketchOptions {
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

  public boolean isGiven() {
    return ranks != null || items != null;
  }

  /** Adds the options to a query. */
  public Query in(Query query) {
    return query.with("ranks", ranks).with("n", items == null ? null : items.toString());
  }
}
