package io.quipu.sim;

import io.quipu.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;

/** How many seeds it took to catch each fault, as a table. */
final class FaultTable {
  private final List<String> lines = new ArrayList<>();

  FaultTable() {
    lines.add("| fault | within | caught by seed | as |");
    lines.add("|---|---|---|---|");
  }

  void add(Fault fault, Report caught) {
    String violation = caught.violations().get(0);
    int end = violation.indexOf(':');
    lines.add(
        "| "
            + fault.title()
            + " | "
            + fault.seeds()
            + " | "
            + caught.seed()
            + " | "
            + (end < 0 ? violation : violation.substring(0, end))
            + " |");
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
