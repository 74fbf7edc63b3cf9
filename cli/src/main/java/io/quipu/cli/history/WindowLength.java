package io.quipu.cli.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  /**
   * Returns the lengths that a history is read by, the longest first. Windows that are kept for a
   * shorter time than shorter ones have nothing that these lack.
   *
   * @param kept how long windows are kept, in seconds
   */
  static List<WindowLength> useful(Map<WindowLength, Long> kept) {
    List<WindowLength> useful = new ArrayList<>();
    for (WindowLength length : values()) {
      Long time = kept.get(length);
      if (time != null) {
        useful.removeIf(longer -> kept.getOrDefault(longer, time) < time);
        useful.add(length);
      }
    }
    return useful;
  }

  /** The name that the service uses. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
