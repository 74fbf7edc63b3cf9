package io.quipu.client;

import java.util.Locale;

/** How long a window is. Weeks begin on Monday. */
public enum Granularity {
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  YEAR;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
