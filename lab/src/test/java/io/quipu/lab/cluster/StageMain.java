package io.quipu.lab.cluster;

import java.util.List;
import java.util.Random;

/** {@code lab/run stage}: what is run by hand on three nodes, with its figures. */
final class StageMain {
  private StageMain() {}

  /**
   * Arguments: {@code crowd} and how many instances, or {@code centres}; ends with 1 if a promise
   * was broken.
   */
  public static void main(String[] args) throws Exception {
    long seed = new Random().nextInt(1_000_000);
    List<String> violations =
        switch (args[0]) {
          case "crowd" -> Crowd.violations(Integer.parseInt(args[1]), seed);
          case "centres" -> DataCentres.violations(seed);
          default -> throw new IllegalArgumentException(args[0]);
        };
    violations.forEach(System.out::println);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
