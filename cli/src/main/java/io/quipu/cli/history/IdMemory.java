package io.quipu.cli.history;

import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a namespace for the ids of events.
 *
 * @param namespace the name of the namespace
 * @param kind the kind of the namespace, as the service names it
 * @param window the setting {@code deduplicate} of the namespace
 */
public record IdMemory(String namespace, String kind, String window) {
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})([smhdy])");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /** The number of ids that a counter of kind linear remembers, if an older service tells none. */
  private static final String USUAL_NUMBER = "50000";

  public static IdMemory of(Service service, String namespace) {
    JsonObject settings = service.settings(namespace);
    // of kind linear it is a number
    Object window = settings.members().get("deduplicate");
    return new IdMemory(
        namespace, settings.text("kind", ""), window == null ? "" : window.toString());
  }

  /** Tells whether the namespace remembers ids at all. */
  boolean isThere() {
    return switch (kind) {
      case "event", "linear" -> !window.equals("off");
      case "unique" -> true;
      default -> false;
    };
  }

  /** The time for which an id is remembered; null for no ids, or for no limit of time. */
  @Nullable Duration length() {
    return kind.equals("event") ? length(window) : null;
  }

  /** The length of a setting such as {@code 24h}; null for other texts, such as {@code forever}. */
  static @Nullable Duration length(String setting) {
    Matcher length = LENGTH.matcher(setting);
    if (!length.matches()) {
      return null;
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

  /** Warns in one line that a repeated import may count twice; null if it certainly does not. */
  public @Nullable String warning() {
    if (kind.equals("latest")) {
      // versions of actors stand once, and nothing else is taken there
      return null;
    }
    String memory;
    if (!isThere()) {
      memory = " remembers no ids: an import that is repeated";
    } else if (kind.equals("linear")) {
      memory =
          " remembers the last "
              + (NUMBER.matcher(window).matches() ? window : USUAL_NUMBER)
              + " ids of each counter, and no more for certain: an import that is repeated when a"
              + " counter has had so many later ones";
    } else if (length() != null) {
      memory = " remembers ids for " + window + ": an import that is repeated later than that";
    } else {
      return null;
    }
    return "Namespace " + namespace + memory + " counts again. Kind unique remembers them for ever";
  }
}
