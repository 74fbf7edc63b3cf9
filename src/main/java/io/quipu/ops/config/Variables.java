package io.quipu.ops.config;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The variables that were given, read one by one; what was not asked for in the end is unknown.
 * Every error is one line with the variable, the value (where that cannot be a secret) and what is
 * allowed.
 */
final class Variables {
  private static final String PREFIX = "QUIPU_";

  /** Those of OpenTelemetry, of which others than this service may know more. */
  private static final String OPEN_TELEMETRY = "OTEL_";

  static final String FILE = "QUIPU_CONFIG_FILE";

  private final Map<String, String> values;
  private final Set<String> asked = new TreeSet<>();

  private Variables(Map<String, String> values) {
    this.values = values;
  }

  /** Those of the environment, and of the file that it names; the environment wins. */
  static Variables of(Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    String file = environment.get(FILE);
    if (file != null && !file.isBlank()) {
      values.putAll(EnvFile.read(FILE, file));
    }
    values.putAll(environment);
    values.remove(FILE);
    values.entrySet().removeIf(entry -> !isOurs(entry.getKey(), entry.getValue()));
    return new Variables(values);
  }

  /** Not what Kubernetes sets for services that are called quipu-something. */
  private static boolean isOurs(String name, String value) {
    return name.startsWith(OPEN_TELEMETRY)
        || (name.startsWith(PREFIX) && !ServiceLinks.isOne(name, value));
  }

  /** All that were given of OpenTelemetry and are not blank, known here or not. */
  Map<String, String> ofOpenTelemetry() {
    Map<String, String> some = new HashMap<>(values);
    some.entrySet()
        .removeIf(
            entry -> !entry.getKey().startsWith(OPEN_TELEMETRY) || entry.getValue().isBlank());
    return some;
  }

  /** Those given that nobody asked for. Complete when everything else was read. */
  Set<String> unknown() {
    Set<String> unknown = new TreeSet<>(values.keySet());
    unknown.removeAll(asked);
    unknown.removeIf(name -> !name.startsWith(PREFIX));
    return unknown;
  }

  Set<String> known() {
    return asked;
  }

  /** The value without space around it, if it was given and is not blank. */
  Optional<String> text(String name) {
    asked.add(name);
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(v -> !v.isEmpty());
  }

  /**
   * The value as it is, space included; or what is in the file that its twin names, the variable
   * with {@code _FILE} behind it.
   */
  Optional<String> secret(String name) {
    asked.add(name);
    Optional<String> given = Optional.ofNullable(values.get(name)).filter(v -> !v.isEmpty());
    String twin = name + "_FILE";
    Optional<String> file = text(twin);
    if (file.isEmpty()) {
      return given;
    }
    if (given.isPresent()) {
      throw new InvalidConfiguration(
          name + " and " + twin + " are both set: allowed is one of them");
    }
    return Optional.of(SecretFile.read(twin, file.get()));
  }

  boolean flag(String name, boolean otherwise) {
    return text(name)
        .map(
            value ->
                switch (value.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw refused(name, value, "allowed are true and false");
                })
        .orElse(otherwise);
  }

  int number(String name, int min, int max, int otherwise) {
    return text(name)
        .map(
            value -> {
              // ten digits are enough for every limit, and never overflow a long
              long number = value.matches("[0-9]{1,10}") ? Long.parseLong(value) : -1;
              if (number < min || number > max) {
                throw refused(name, value, "allowed is a number from " + min + " to " + max);
              }
              return (int) number;
            })
        .orElse(otherwise);
  }

  <E extends Enum<E>> Optional<E> oneOf(String name, Class<E> type) {
    return text(name)
        .map(value -> constant(value, type).orElseThrow(() -> refused(name, value, among(type))));
  }

  private static <E extends Enum<E>> Optional<E> constant(String value, Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equalsIgnoreCase(value))
        .findFirst();
  }

  private static <E extends Enum<E>> String among(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", ", "allowed are ", ""));
  }

  /** The same for a variable that names a file with a secret: it may hold the secret by mistake. */
  static InvalidConfiguration refusedUnshown(String name, String allowed) {
    return new InvalidConfiguration(
        name
            + ": "
            + allowed
            + " (its value is not shown: it may be a secret, put here by mistake)");
  }

  /** One line: the variable, its value, what is allowed. */
  static InvalidConfiguration refused(String name, String value, String allowed) {
    String line =
        value.codePoints().anyMatch(Character::isISOControl) ? "(control characters)" : value;
    return new InvalidConfiguration(name + "=" + line + ": " + allowed);
  }
}
