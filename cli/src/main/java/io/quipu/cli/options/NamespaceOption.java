package io.quipu.cli.options;

import io.quipu.cli.service.Service;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the namespace of a command. */
public final class NamespaceOption {
  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The namespace (default).")
  private @Nullable String given;

  public String name() {
    return given == null ? "default" : given;
  }

  /** The name that the user gave; null if the user gave none. */
  public @Nullable String given() {
    return given;
  }

  /** The path of the counters of the namespace. */
  public String counters() {
    return "/v1/counters/" + Service.segment(name());
  }

  /** The path of one counter. */
  public String counter(String counter) {
    // the path of this name is that of the ranking, but for one letter
    return counters() + "/" + (counter.equals("top") ? "%74op" : Service.segment(counter));
  }
}
