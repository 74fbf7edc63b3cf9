package io.quipu.testing.fuzz;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An event as the body of a request names it, read by another parser than that of the service.
 *
 * @param events how many happenings it stands for
 * @param hasMore whether it has members besides its delta and id
 */
record SentEvent(
    String namespace,
    String counter,
    long delta,
    long events,
    @Nullable String id,
    boolean hasMore) {
  private static final Set<String> NAMES = Set.of("namespace", "counter", "delta", "id");

  /**
   * The events of a body for one counter.
   *
   * @throws IllegalArgumentException if it is none
   */
  static List<SentEvent> of(String body, String namespace, String counter) {
    return body.isEmpty()
        ? List.of(new SentEvent(namespace, counter, 1, 1, null, false))
        : elements(parsed(body)).stream().map(each -> event(each, namespace, counter)).toList();
  }

  /** The events of a body that names the counters, as an array or in lines. */
  static List<SentEvent> named(String body, boolean inLines) {
    List<Json> all = new ArrayList<>();
    if (inLines) {
      // not String.lines(), which ends them at a carriage return, too: white space of JSON
      Arrays.stream(body.split("\n", -1))
          .filter(line -> !line.isBlank())
          .forEach(line -> all.add(parsed(line)));
    } else {
      all.addAll(elements(parsed(body)));
    }
    return all.stream().map(each -> event(each, null, null)).toList();
  }

  /** The counters of a question for many counts, as events of them. */
  static List<SentEvent> asked(String body) {
    Json counters = fields(parsed(body)).get("counters");
    return elements(counters).stream().map(each -> event(each, null, null)).toList();
  }

  private static Json parsed(String text) {
    return ReferenceJson.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("not JSON: " + text))
        .value();
  }

  private static List<Json> elements(@Nullable Json value) {
    if (value == null) {
      throw new IllegalArgumentException("nothing is named");
    }
    return value.elements().orElse(List.of(value));
  }

  private static Map<String, Json> fields(Json value) {
    return ((Json.Fields) value)
        .entries().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static SentEvent event(Json value, @Nullable String namespace, @Nullable String counter) {
    Map<String, Json> fields = fields(value);
    return new SentEvent(
        namespace == null ? text(fields, "namespace").orElse("default") : namespace,
        counter == null ? text(fields, "counter").orElse("") : counter,
        integer(fields.getOrDefault("delta", fields.get("events"))),
        integer(fields.get("events")),
        text(fields, "id").orElse(null),
        !NAMES.containsAll(fields.keySet()));
  }

  private static long integer(@Nullable Json value) {
    return Optional.ofNullable(value)
        .flatMap(Json::integer)
        .map(BigInteger::longValueExact)
        .orElse(1L);
  }

  private static Optional<String> text(Map<String, Json> fields, String name) {
    return Optional.ofNullable(fields.get(name)).flatMap(Json::text);
  }
}
