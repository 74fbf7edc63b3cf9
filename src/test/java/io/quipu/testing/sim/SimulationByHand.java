package io.quipu.testing.sim;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.quipu.testing.sim.fault.Fault;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Runs as many seeds as one likes ({@code -Dseeds}, from {@code -Dfrom} on), or one with its whole
 * trace ({@code -Dseed}); {@code -Dfaults=false} for runs in which nothing goes wrong, {@code
 * -Dstress} for what to strain in all of them, {@code -Dfault} for a protocol with that {@link
 * Fault} in it. {@code -Dsearch=true} finds all planted faults again, and writes their table.
 */
public final class SimulationByHand {
  private final boolean faults = !"false".equals(System.getProperty("faults"));
  private final Supplier<Protocol> protocol;
  private final LongFunction<Stress> stress;

  private SimulationByHand() {
    String fault = System.getProperty("fault", "");
    String strained = System.getProperty("stress", "");
    protocol = fault.isEmpty() ? Protocol::new : Fault.valueOf(fault).protocol();
    if (!strained.isEmpty()) {
      Stress chosen = Stress.valueOf(strained);
      stress = seed -> chosen;
    } else if (!fault.isEmpty()) {
      stress = seed -> Fault.valueOf(fault).stress();
    } else {
      stress = seed -> faults ? Stress.of(seed) : Stress.NONE;
    }
  }

  public static void main(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    new DefectLog().install();
    if (Boolean.getBoolean("search")) {
      System.exit(FaultTable.search() ? 0 : 1);
    }
    SimulationByHand byHand = new SimulationByHand();
    String seed = System.getProperty("seed", "");
    boolean passed = seed.isEmpty() ? byHand.many() : byHand.one(Long.parseLong(seed));
    System.exit(passed ? 0 : 1);
  }

  private boolean one(long seed) {
    Report report = Simulation.run(seed, faults, stress.apply(seed), true, protocol);
    report.trace().forEach(System.out::println);
    System.out.println(report.figures());
    report.violations().forEach(System.out::println);
    return report.passed();
  }

  private boolean many() {
    int count = Integer.parseInt(System.getProperty("seeds", "2000"));
    long first = Long.getLong("from", 1);
    Seeds seeds = new Seeds(faults, stress, protocol);
    List<Report> failures = seeds.failures(first, count);
    System.out.println(count + " seeds from " + first + ": " + seeds);
    failures.forEach(failed -> System.out.println(seeds.explain(failed)));
    return failures.isEmpty();
  }
}
