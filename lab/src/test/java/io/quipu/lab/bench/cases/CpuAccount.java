package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.report.Cost;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.MachineTime;
import io.quipu.lab.bench.server.Servers;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up the CPU that processes take under the load of one side. */
final class CpuAccount {
  /** A process that takes less of a side's CPU has nothing to do with it. */
  private static final double WORTH_TELLING = 0.01;

  private final String side;
  private final Map<String, Double> under = new LinkedHashMap<>();
  private final Map<String, Double> after = new LinkedHashMap<>();
  private MachineTime machine = MachineTime.NONE;
  private double events;

  CpuAccount(String side) {
    this.side = side;
  }

  /** Begins to count a load that is put on now. */
  Count begin(Servers servers) {
    return new Count(servers);
  }

  /** One load, and what is left to do after it. */
  final class Count {
    private final Servers servers;
    private final MachineTime before = MachineTime.now();
    private Map<String, Double> used;

    private Count(Servers servers) {
      this.servers = servers;
      this.used = servers.cpu();
    }

    /** To be called as the load ends. */
    void ended() {
      used = addSince(under);
      machine = machine.plus(MachineTime.now().since(before));
    }

    /** To be called when the servers are calm, with the events of the load. */
    void calm(double more) {
      used = addSince(after);
      events += more;
    }

    private Map<String, Double> addSince(Map<String, Double> sums) {
      Map<String, Double> now = servers.cpu();
      now.forEach((name, all) -> sums.merge(name, all - used.getOrDefault(name, 0.0), Double::sum));
      return now;
    }
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
    tellOfTheMachine(finding);
  }

  /** Tells of the time that no process owns: of idle processors, of the kernel's own threads. */
  private void tellOfTheMachine(Finding finding) {
    if (machine.all() > 0) {
      finding.note(
          "machine, %s: %.0f %% idle, %.0f %% waiting for disks, %.0f %% in interrupts; %.1f us per event in no process of these"
              .formatted(
                  side,
                  100 * machine.idle() / machine.all(),
                  100 * machine.waiting() / machine.all(),
                  100 * machine.interrupts() / machine.all(),
                  (machine.busy() - sum(under)) * 1e6 / events));
    }
  }

  private static double sum(Map<String, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
