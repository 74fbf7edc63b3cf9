package io.quipu.tools.cli;

import picocli.CommandLine.Option;

/** The option for the namespace of a command. */
final class NamespaceOption {
  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "The namespace (${DEFAULT-VALUE}).")
  private String name = "default";

  String name() {
    return name;
  }

  /** The path of the counters of the namespace. */
  String counters() {
    return "/v1/counters/" + Service.segment(name);
  }

  /** The path of one counter. */
  String counter(String counter) {
    // the path of this name is that of the ranking, but for one letter
    return counters() + "/" + (counter.equals("top") ? "%74op" : Service.segment(counter));
  }
}
