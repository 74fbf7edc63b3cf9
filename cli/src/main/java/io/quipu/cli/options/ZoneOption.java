package io.quipu.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a time zone. */
public final class ZoneOption {
  @Option(
      names = "--tz",
      paramLabel = "ZONE",
      description = "In which days and longer windows begin, such as Europe/Zurich; otherwise UTC.")
  private @Nullable String id;

  public @Nullable String id() {
    return id;
  }
}
