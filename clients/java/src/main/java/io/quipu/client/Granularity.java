package io.quipu.client;

import java.util.Locale;

/** How long a window is, in UTC. */
public enum Granularity {
  MINUTE,
  HOUR,
  DAY;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
