package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.util.Locale;

/** The length of a window. Windows begin at whole minutes, hours or days of UTC. */
public enum Granularity {
  MINUTE(60),
  HOUR(3_600),
  DAY(86_400);

  private final long seconds;

  Granularity(long seconds) {
    this.seconds = seconds;
  }

  public long seconds() {
    return seconds;
  }

  /** The name in the contract: {@code minute}, {@code hour}, {@code day}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws InvalidInput naming {@code granularity} if no granularity has this label
   */
  public static Granularity parse(String label) {
    for (Granularity granularity : values()) {
      if (granularity.label().equals(label)) {
        return granularity;
      }
    }
    throw new InvalidInput("granularity", "granularity must be one of minute, hour, day");
  }

  /** The window that holds {@code time}. */
  public Window windowOf(EventTime time) {
    long second = time.epochSecond();
    return new Window(this, second - Math.floorMod(second, seconds));
  }
}
