package io.quipu.lab.cluster;

import io.quipu.testing.dev.TestPatience;
import java.util.List;
import java.util.Random;

/** {@code lab/run cluster}: the cluster run by hand, for as long as one likes. */
final class ClusterMain {
  private ClusterMain() {}

  /** Arguments: minutes, and a seed or nothing; ends with 1 if a promise was broken. */
  public static void main(String[] args) throws Exception {
    TestPatience.begin();
    long minutes = Long.parseLong(args[0]);
    boolean given = args.length > 1 && !args[1].isBlank();
    long seed = given ? Long.parseLong(args[1]) : new Random().nextInt(1_000_000);
    List<String> violations = ClusterRun.violations(Plan.minutes(minutes), seed);
    violations.forEach(System.out::println);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
