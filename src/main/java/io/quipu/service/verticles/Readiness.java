package io.quipu.service.verticles;

import java.util.List;

/** Tells whether the service can serve, and what it is missing if not. */
public record Readiness(List<Check> checks) {
  /**
   * One condition.
   *
   * @param complaint what to tell when it does not hold, in words for an operator
   */
  public record Check(String name, boolean passed, String complaint) {}

  public boolean isReady() {
    return checks.stream().allMatch(Check::passed);
  }
}
