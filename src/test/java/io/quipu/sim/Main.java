package io.quipu.sim;
import java.util.*;
public final class Main {
  public static void main(String[] args) {
    long from = Long.parseLong(args[0]); int n = Integer.parseInt(args[1]);
    boolean faults = args.length < 3 || !args[2].equals("calm");
    ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("io.quipu")).setLevel(ch.qos.logback.classic.Level.OFF);
    if (args.length > 2 && args[2].equals("faults")) {
      java.util.Set<String> only = new HashSet<>(List.of(args).subList(3, args.length));
      for (io.quipu.sim.fault.Fault f : io.quipu.sim.fault.Fault.values()) {
        if (!only.isEmpty() && !only.contains(f.name())) continue;
        long t = System.nanoTime();
        List<Report> r = new Seeds(true, f.protocol()).failures(from, n, 1);
        System.out.printf("%-28s %s  (%.1f s)%n", f, r.isEmpty() ? "NOT CAUGHT in " + n : (r.get(0).seed() - from + 1) + " " + r.get(0).violations().get(0).substring(0, Math.min(160, r.get(0).violations().get(0).length())), (System.nanoTime() - t) / 1e9);
      }
      return;
    }
    if (n == 0) { Report r = Simulation.run(from, faults, true, Protocol::new); r.trace().forEach(System.out::println); System.out.println(r.figures()); r.violations().forEach(System.out::println); return; }
    long t0 = System.nanoTime();
    Seeds seeds = new Seeds(faults, Protocol::new);
    List<Report> failed = seeds.failures(from, n, 15);
    for (Report r : failed) System.out.println(r.seed() + " " + r.violations().size() + " " + r.violations().get(0).substring(0, Math.min(700, r.violations().get(0).length())));
    System.out.printf("%d seeds, %d bad, %.1f ms each; %s%n", n, failed.size(), (System.nanoTime() - t0) / 1e6 / n, seeds);
  }
}
