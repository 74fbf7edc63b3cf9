package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.server.MachineTime;
import io.quipu.lab.bench.server.Servers;
import java.util.Map;

/** Other processes that used the machine while something was measured. */
public final class Company {
  private final Servers servers;
  private final Map<String, Double> ours;
  private final double compilers;
  private final double all = MachineTime.now().busy();
  private final long since = System.nanoTime();

  private Company(Servers servers) {
    this.servers = servers;
    this.ours = servers.cpu();
    this.compilers = servers.compilers();
  }

  public static Company watch(Servers servers) {
    return new Company(servers);
  }

  /** The cores, on average, that processes used which are not of this run. */
  public double coresOfOthers() {
    double used = MachineTime.now().busy() - all - (servers.compilers() - compilers);
    for (Map.Entry<String, Double> process : servers.cpu().entrySet()) {
      used -= process.getValue() - ours.getOrDefault(process.getKey(), 0.0);
    }
    return Math.max(0, used / ((System.nanoTime() - since) / 1e9));
  }
}
