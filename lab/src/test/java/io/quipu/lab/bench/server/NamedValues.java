package io.quipu.lab.bench.server;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;

/** Values by their names, as a property of the system has them: {@code a=b;c=d}. */
final class NamedValues {
  private NamedValues() {}

  /**
   * @param property that may be missing
   * @param separator of name and value
   */
  static Map<String, String> of(String property, String separator) {
    return Arrays.stream(System.getProperty(property, "").split(";", -1))
        .filter(pair -> !pair.isBlank())
        .map(pair -> pair.split(separator, 2))
        .collect(toMap(pair -> pair[0].strip(), pair -> pair[1].strip()));
  }
}
