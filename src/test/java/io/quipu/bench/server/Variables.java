package io.quipu.bench.server;

import java.util.Arrays;
import java.util.List;

/**
 * Variables of the environment of one side of a comparison, such as {@code
 * QUIPU_PARTS=2;JDK_JAVA_OPTIONS=-Xint}: settings are compared by another build that is this one.
 */
final class Variables {
  /** Those of the instances. */
  static final Variables MINE = new Variables("variables");

  /** Those of the other build. */
  static final Variables OTHER = new Variables("othervariables");

  private final List<String[]> pairs;

  private Variables(String property) {
    this.pairs =
        Arrays.stream(System.getProperty(property, "").split(";", -1))
            .filter(variable -> !variable.isBlank())
            .map(variable -> variable.split("=", 2))
            .toList();
  }

  ProcessBuilder with(ProcessBuilder builder) {
    pairs.forEach(pair -> builder.environment().put(pair[0].strip(), pair[1]));
    return builder;
  }
}
