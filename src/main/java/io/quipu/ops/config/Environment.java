package io.quipu.ops.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The given variables, read according to the {@link Table}. Every error is one line that names the
 * variable. An error about a value also shows the value (unless it may be a secret) and the allowed
 * values.
 */
final class Environment {
  static final String FILE = "QUIPU_CONFIG_FILE";

  /** The prefix of OpenTelemetry's variables; the SDK knows variables that the table lacks. */
  private static final String OPEN_TELEMETRY = "OTEL_";

  private static final String PREFIX = "QUIPU_";

  /** The prefix of variables for development only; they cause no warnings. */
  private static final String DEVELOPMENT = "QUIPU_DEV_";

  /** The first line of a key or certificate. */
  private static final String PEM = "-----BEGIN";

  private final Map<String, String> values;

  private Environment(Map<String, String> values) {
    this.values = values;
  }

  /** Reads the environment and the file of {@link #FILE}; the environment takes precedence. */
  static Environment of(Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    String file = environment.get(FILE);
    if (file != null && !file.isBlank()) {
      values.putAll(EnvFile.read(FILE, file));
    }
    values.putAll(environment);
    values.remove(FILE);
    values.entrySet().removeIf(entry -> !isOurs(entry.getKey(), entry.getValue()));
    return new Environment(values);
  }

  /** Excludes the variables of other programs and the variables of {@link ServiceLinks}. */
  private static boolean isOurs(String name, String value) {
    return name.startsWith(OPEN_TELEMETRY)
        || (name.startsWith(PREFIX) && !ServiceLinks.isOne(name, value));
  }

  /** All given variables of OpenTelemetry that are not blank, in the table or not. */
  Map<String, String> ofOpenTelemetry() {
    return values.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(OPEN_TELEMETRY) && !entry.getValue().isBlank())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** One line for the operator about each given variable of Quipu that the table lacks. */
  List<String> warnings() {
    Set<String> known = new TreeSet<>(Table.ROWS.keySet());
    Table.ROWS.values().stream()
        .filter(Variable::isSecret)
        .forEach(variable -> known.add(variable.twin()));
    return values.keySet().stream()
        .filter(name -> name.startsWith(PREFIX) && !name.startsWith(DEVELOPMENT))
        .filter(name -> !known.contains(name))
        .sorted()
        .map(name -> name + " is ignored: there is no such variable" + hint(name, known))
        .toList();
  }

  private static String hint(String name, Set<String> known) {
    return SpellingSuggestion.nearest(name, known)
        .map(near -> "; is " + near + " meant?")
        .orElse("");
  }

  boolean has(String name) {
    return given(name).isPresent();
  }

  /** The given text without surrounding space; empty if the variable is missing or blank. */
  Optional<String> given(String name) {
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(v -> !v.isEmpty());
  }

  /** The parsed value; empty if the variable is missing or blank. */
  <T> Optional<T> find(String name, Function<String, Optional<T>> parser) {
    return given(name).map(value -> parsed(name, value, parser));
  }

  /** The parsed value; the default value if the variable is missing or blank. */
  <T> T get(String name, Function<String, Optional<T>> parser) {
    return parsed(name, given(name).orElse(Table.row(name).usual()), parser);
  }

  private static <T> T parsed(String name, String value, Function<String, Optional<T>> parser) {
    return parser.apply(value).orElseThrow(() -> Table.row(name).refused(value));
  }

  String text(String name, Predicate<String> test) {
    return get(name, value -> Optional.of(value).filter(test));
  }

  boolean flag(String name) {
    return get(name, Environment::flagOf);
  }

  Optional<Boolean> findFlag(String name) {
    return find(name, Environment::flagOf);
  }

  private static Optional<Boolean> flagOf(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  int number(String name) {
    return get(name, Table.row(name)::number);
  }

  Optional<Integer> findNumber(String name) {
    return find(name, Table.row(name)::number);
  }

  Duration length(String name) {
    return get(name, Table.row(name)::length);
  }

  <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    return get(name, value -> constant(value, type));
  }

  <E extends Enum<E>> Optional<E> findOneOf(String name, Class<E> type) {
    return find(name, value -> constant(value, type));
  }

  private static <E extends Enum<E>> Optional<E> constant(String value, Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equalsIgnoreCase(value))
        .findFirst();
  }

  /** The path of a file; refuses the text of a key or certificate, a frequent mistake. */
  Optional<Path> findFile(String name) {
    return find(name, value -> value.contains(PEM) ? Optional.empty() : path(value));
  }

  /** The value with surrounding space, or the secret in the file that the twin variable names. */
  Optional<String> secret(String name) {
    String twin = Table.row(name).twin();
    Optional<String> value = Optional.ofNullable(values.get(name)).filter(v -> !v.isEmpty());
    Optional<String> file = given(twin);
    if (value.isPresent() && file.isPresent()) {
      throw new InvalidConfiguration(
          name + " and " + twin + " are both set: allowed is one of them");
    }
    return value.or(() -> file.map(path -> SecretFile.read(twin, path)));
  }

  /** Checks that both settings or neither are given; returns true if both are given. */
  static boolean together(
      String one, Optional<?> first, String other, Optional<?> second, String both) {
    if (first.isPresent() != second.isPresent()) {
      throw new InvalidConfiguration(
          "%s is not set: %s are given together, or neither"
              .formatted(first.isPresent() ? other : one, both));
    }
    return first.isPresent();
  }

  static boolean isOneLine(String value) {
    return value.codePoints().noneMatch(Character::isISOControl);
  }

  static Optional<Path> path(String value) {
    try {
      return isOneLine(value) ? Optional.of(Path.of(value)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  static Optional<URI> uri(String value) {
    try {
      return Optional.of(new URI(value));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
