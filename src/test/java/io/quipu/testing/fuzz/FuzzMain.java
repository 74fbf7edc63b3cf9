package io.quipu.testing.fuzz;

import java.time.Duration;
import java.util.List;

/** {@code mvn -Pfuzz}: the fuzz tests by hand, for as long as one likes. */
final class FuzzMain {
  private FuzzMain() {}

  /** Arguments: minutes in all, and a part of the names of some targets or nothing. */
  public static void main(String[] args) throws Exception {
    Duration length = Duration.ofSeconds(Math.round(Double.parseDouble(args[0]) * 60));
    List<FuzzTargets.Target> targets = FuzzTargets.named(args.length > 1 ? args[1] : "");
    if (length.isZero() || targets.isEmpty()) {
      System.out.println("Nothing to fuzz: " + length + ", " + targets.size() + " targets");
      return;
    }
    List<FuzzRun.Outcome> outcomes = new FuzzRun(targets, length).run();
    long executions = outcomes.stream().mapToLong(FuzzRun.Outcome::executions).sum();
    long findings = outcomes.stream().filter(FuzzRun.Outcome::hasFinding).count();
    System.out.printf("%,d executions, %d targets with findings%n", executions, findings);
    System.exit(findings == 0 ? 0 : 1);
  }
}
