package io.quipu.tools.cli;

import picocli.CommandLine.Option;

/** The namespace that is meant. */
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

  /** The path of the namespace's counters. */
  String counters() {
    return "/v1/counters/" + Service.segment(name);
  }

  /** The path of one of them. */
  String counter(String counter) {
    return counters() + "/" + Service.segment(counter);
  }
}
