package io.quipu.sim;
public final class Main {
  public static void main(String[] args) {
    long from = Long.parseLong(args[0]); int n = Integer.parseInt(args[1]);
    boolean faults = args.length < 3 || !args[2].equals("calm");
    ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("io.quipu")).setLevel(ch.qos.logback.classic.Level.OFF);
    if (n == 0) { Report r = Simulation.run(from, faults, true, Protocol::new); r.trace().forEach(System.out::println); System.out.println(r.figures()); r.violations().forEach(System.out::println); return; }
    long t0 = System.nanoTime(); int bad = 0; long tasks=0, ack=0, unk=0;
    for (long s = from; s < from + n; s++) {
      Report r = Simulation.run(s, faults, false, Protocol::new);
      tasks += r.figures().tasks(); ack += r.figures().acknowledged(); unk += r.figures().unknown();
      if (!r.passed()) { bad++; if (bad < 12) System.out.println(s + " " + r.violations().size() + " " + r.violations().get(0).substring(0, Math.min(700, r.violations().get(0).length()))); }
    }
    System.out.printf("%d seeds, %d bad, %.1f ms each, %d tasks each, %d acked %d unknown each%n", n, bad, (System.nanoTime() - t0) / 1e6 / n, tasks / n, ack/n, unk/n);
  }
}
