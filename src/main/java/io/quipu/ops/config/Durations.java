package io.quipu.ops.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time in the format of variables: 500ms, 1s, 2m, 1h. */
final class Durations {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private Durations() {}

  /** Reads a length from {@code min} to {@code max}; empty if the text is not such a length. */
  static Optional<Duration> parse(String text, String min, String max) {
    return parse(text)
        .filter(length -> length.compareTo(parse(min).orElseThrow()) >= 0)
        .filter(length -> length.compareTo(parse(max).orElseThrow()) <= 0);
  }

  private static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofHours(amount);
        });
  }

  /** The length as a whole number of the largest possible unit; rounded down to milliseconds. */
  static String show(Duration length) {
    long millis = length.toMillis();
    if (millis % 1_000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds / 60 + "m";
  }
}
