package io.quipu.sim;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Runs as many seeds as one likes ({@code -Dseeds}, from {@code -Dfrom} on), or one with its whole
 * trace ({@code -Dseed}); {@code -Dfaults=false} for runs in which nothing goes wrong.
 */
public final class SimulationByHand {
  private SimulationByHand() {}

  public static void main(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    boolean faults = !"false".equals(System.getProperty("faults"));
    String seed = System.getProperty("seed", "");
    boolean passed = seed.isEmpty() ? many(faults) : one(Long.parseLong(seed), faults);
    System.exit(passed ? 0 : 1);
  }

  private static boolean one(long seed, boolean faults) {
    Report report = Simulation.run(seed, faults, true, Protocol::new);
    report.trace().forEach(System.out::println);
    System.out.println(report.figures());
    report.violations().forEach(System.out::println);
    return report.passed();
  }

  private static boolean many(boolean faults) {
    int count = Integer.parseInt(System.getProperty("seeds", "2000"));
    long first = Long.getLong("from", 1);
    Seeds seeds = new Seeds(faults, Protocol::new);
    List<Report> failures = seeds.failures(first, count, 1);
    System.out.println(count + " seeds from " + first + ": " + seeds);
    failures.forEach(failed -> System.out.println(seeds.explain(failed)));
    return failures.isEmpty();
  }
}
