package io.quipu.sim;
import java.util.*;
public final class Main {
  public static void main(String[] args) {
    long from = Long.parseLong(args[0]); int n = Integer.parseInt(args[1]);
    boolean faults = args.length < 3 || !args[2].equals("calm");
    ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("io.quipu")).setLevel(ch.qos.logback.classic.Level.OFF);
    if (n == 0) { Report r = Simulation.run(from, faults, true, Protocol::new); r.trace().forEach(System.out::println); System.out.println(r.figures()); r.violations().forEach(System.out::println); return; }
    long t0 = System.nanoTime();
    Seeds seeds = new Seeds(faults, Protocol::new);
    List<Report> failed = seeds.failures(from, n, 15);
    for (Report r : failed) System.out.println(r.seed() + " " + r.violations().size() + " " + r.violations().get(0).substring(0, Math.min(700, r.violations().get(0).length())));
    System.out.printf("%d seeds, %d bad, %.1f ms each; %s%n", n, failed.size(), (System.nanoTime() - t0) / 1e6 / n, seeds);
  }
}
