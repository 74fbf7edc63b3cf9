package io.quipu.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a time zone. */
final class ZoneOption {
  @Option(
      names = "--tz",
      paramLabel = "ZONE",
      description = "In which days and longer windows begin, such as Europe/Zurich; otherwise UTC.")
  private @Nullable String id;

  @Nullable String id() {
    return id;
  }
}
