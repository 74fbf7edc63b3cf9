package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.report.Cost;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up the CPU that processes take under the load of one side. */
final class CpuAccount {
  /** A process that takes less of a side's CPU has nothing to do with it. */
  private static final double WORTH_TELLING = 0.01;

  private final String side;
  private final Map<String, Double> under = new LinkedHashMap<>();
  private final Map<String, Double> after = new LinkedHashMap<>();
  private double events;

  CpuAccount(String side) {
    this.side = side;
  }

  void add(
      double moreEvents,
      Map<String, Double> start,
      Map<String, Double> end,
      Map<String, Double> calm) {
    events += moreEvents;
    end.forEach(
        (name, used) -> under.merge(name, used - start.getOrDefault(name, 0.0), Double::sum));
    calm.forEach(
        (name, used) -> after.merge(name, used - end.getOrDefault(name, 0.0), Double::sum));
  }

  void tell(Finding finding) {
    double all = sum(under) + sum(after);
    under.forEach(
        (name, used) -> {
          double later = name.equals(Servers.GENERATOR) ? 0 : after.getOrDefault(name, 0.0);
          if (used + later > all * WORTH_TELLING) {
            finding.add(new Cost(side, name, used * 1e6 / events, later * 1e6 / events));
          }
        });
  }

  private static double sum(Map<String, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
