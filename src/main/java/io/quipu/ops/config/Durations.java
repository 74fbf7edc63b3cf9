package io.quipu.ops.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as variables spell them: 500ms, 1s, 2m, 1h. */
final class Durations {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private Durations() {}

  static Duration read(
      Variables variables, String name, Duration min, Duration max, Duration otherwise) {
    return variables
        .text(name)
        .map(
            value -> {
              Matcher form = FORM.matcher(value);
              Duration length = form.matches() ? length(form) : null;
              if (length == null || length.compareTo(min) < 0 || length.compareTo(max) > 0) {
                throw Variables.refused(
                    name,
                    value,
                    "allowed is a length of time from "
                        + show(min)
                        + " to "
                        + show(max)
                        + ", such as "
                        + show(otherwise));
              }
              return length;
            })
        .orElse(otherwise);
  }

  private static Duration length(Matcher form) {
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** The shortest spelling. */
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
