package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time as the contract writes it: {@code forever}, {@code off} for some settings, or a
 * whole number of {@code s}, {@code m}, {@code h}, {@code d} or {@code y}, such as {@code 24h}. A
 * year has 365 days.
 *
 * @param length the length in the label, parsed once; without a meaning, and zero, for {@code off}
 *     and {@code forever}
 */
public record TimeSpan(String label, Duration length) {
  private static final Pattern LENGTH = Pattern.compile("(0|[1-9][0-9]{0,8})([smhdy])");

  public static final TimeSpan FOREVER = new TimeSpan("forever");
  public static final TimeSpan OFF = new TimeSpan("off");

  /**
   * @throws IllegalArgumentException if the label is not valid, because an unreadable stored
   *     setting must not become another setting, such as to keep no rows
   */
  public TimeSpan(String label) {
    this(label, lengthOf(label));
  }

  /**
   * Parses a length or {@code forever}.
   *
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the label is anything else, even {@code off}
   */
  public static TimeSpan parse(String field, String label) {
    if (!label.equals(FOREVER.label) && !LENGTH.matcher(label).matches()) {
      throw new InvalidInput(
          field, field + " must be forever or a length such as 30s, 15m, 24h or 7d");
    }
    return new TimeSpan(label);
  }

  /** The length in ticks of event time. */
  public long ticks() {
    return length.toSeconds() * EventTime.TICKS_PER_SECOND;
  }

  public boolean isForever() {
    return equals(FOREVER);
  }

  private static Duration lengthOf(String label) {
    Matcher length = LENGTH.matcher(label);
    if (!length.matches()) {
      if (!label.equals("forever") && !label.equals("off")) {
        throw new IllegalArgumentException("not a length of time: " + label);
      }
      return Duration.ZERO;
    }
    long amount = Long.parseLong(length.group(1));
    return switch (length.group(2)) {
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "y" -> Duration.ofDays(365 * amount);
      default -> Duration.ofDays(amount);
    };
  }
}
