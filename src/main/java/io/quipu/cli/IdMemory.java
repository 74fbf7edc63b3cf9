package io.quipu.cli;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * For how long a namespace knows an id again.
 *
 * @param namespace its name
 * @param kind as the service calls it
 * @param window its setting {@code deduplicate}
 */
record IdMemory(String namespace, String kind, String window) {
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})([smhd])");

  static IdMemory of(Service service, String namespace) {
    JsonObject settings = service.get("/v1/namespaces/" + Service.segment(namespace));
    return new IdMemory(
        namespace, settings.getString("kind", ""), settings.getString("deduplicate", ""));
  }

  /** Whether it has ids at all. */
  boolean isThere() {
    return switch (kind) {
      case "event" -> !window.equals("off");
      case "unique", "linear" -> true;
      default -> false;
    };
  }

  /** How long; null if as long as it takes. */
  @Nullable Duration length() {
    Matcher length = LENGTH.matcher(window);
    if (!kind.equals("event") || !length.matches()) {
      return null;
    }
    long amount = Long.parseLong(length.group(1));
    return switch (length.group(2)) {
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  /** What a repeated import would do, in one line; null if nothing ever. */
  @Nullable String warning() {
    if (isThere() && length() == null) {
      return null;
    }
    return "Namespace "
        + namespace
        + (isThere() ? " remembers ids for " + window : " remembers no ids")
        + ": an import that is repeated later than that counts again. Kind unique remembers them"
        + " for ever";
  }
}
