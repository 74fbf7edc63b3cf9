package io.quipu.lab.cluster;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Broken promises, and a running account of what happens. Shared by all threads. */
final class Findings {
  private static final int MOST = 200;

  private final List<String> violations = new ArrayList<>();

  /** Tells what is happening, with the time, as the instances' logs have it. */
  void tell(String format, Object... arguments) {
    System.out.println(
        "cluster "
            + LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS)
            + " "
            + String.format(Locale.ROOT, format, arguments));
  }

  /** Notes a broken promise; the run goes on and fails at its end. */
  void violated(String format, Object... arguments) {
    String violation = String.format(Locale.ROOT, format, arguments);
    tell("VIOLATION: %s", violation);
    synchronized (violations) {
      if (violations.size() < MOST) {
        violations.add(violation);
      }
    }
  }

  List<String> violations() {
    synchronized (violations) {
      return List.copyOf(violations);
    }
  }
}
