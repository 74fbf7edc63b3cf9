package io.quipu.service.verticles;

import java.util.List;

/** The readiness of a process: the results of its checks. */
public record Readiness(List<Check> checks) {
  /**
   * The result of one check.
   *
   * @param complaint the message for an operator; of use only if the check did not pass
   */
  public record Check(String name, boolean passed, String complaint) {}

  public boolean isReady() {
    return checks.stream().allMatch(Check::passed);
  }
}
