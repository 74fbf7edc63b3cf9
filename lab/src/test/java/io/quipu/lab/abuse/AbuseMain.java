package io.quipu.lab.abuse;

import java.util.List;

/** {@code lab/run abuse}: all attacks, for minutes. */
final class AbuseMain {
  private AbuseMain() {}

  /** Arguments: the scale, and attacks or nothing; ends with 1 if a promise was broken. */
  public static void main(String[] args) throws Exception {
    Scale scale = args.length > 0 && args[0].equals("short") ? Scale.SHORT : Scale.LONG;
    List<String> violations = Suite.violations(scale, args.length > 1 ? args[1] : "");
    violations.forEach(line -> System.out.println("VIOLATED: " + line));
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
