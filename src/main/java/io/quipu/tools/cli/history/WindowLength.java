package io.quipu.tools.cli.history;

import java.util.Locale;

/** A length of the windows that a namespace keeps, in UTC. */
public enum WindowLength {
  DAY(86_400),
  HOUR(3_600),
  MINUTE(60);

  private final long seconds;

  WindowLength(long seconds) {
    this.seconds = seconds;
  }

  /** The length in seconds. */
  public long seconds() {
    return seconds;
  }

  /** The name that the service uses. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
