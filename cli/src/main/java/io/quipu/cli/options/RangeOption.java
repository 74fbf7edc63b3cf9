package io.quipu.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a range of the calendar. */
public final class RangeOption {
  @Option(
      names = "--range",
      paramLabel = "NAME",
      description =
          "today, yesterday, 24h, 7d, 30d, week, last-week, month, last-month, year or all.")
  private @Nullable String name;

  public @Nullable String name() {
    return name;
  }
}
