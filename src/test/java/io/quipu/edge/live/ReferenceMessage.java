package io.quipu.edge.live;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.http.ReferenceEvents;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.testing.fuzz.Json;
import io.quipu.testing.fuzz.ReferenceJson;
import java.math.BigInteger;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The contract of live messages, read a second time: over whole trees, by plain rules. */
final class ReferenceMessage {
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "authenticate",
          Set.of("type", "ref", "token"),
          "subscribe",
          Set.of("type", "ref", "namespace", "counters", "prefix", "by", "where", "minIntervalMs"),
          "unsubscribe",
          Set.of("type", "ref", "namespace", "counters", "prefix", "by", "where"),
          "record",
          Set.of("type", "ref", "namespace", "counter", "delta", "events", "id", "time", "confirm"),
          "ping",
          Set.of("type", "ref"),
          "pong",
          Set.of("type", "ref"));

  /** A message that records, as kind {@code event} accepts it. */
  record AcceptedRecording(Long ref, CounterName counter, Event event, boolean confirmed) {}

  private static final BigInteger LONGEST = BigInteger.valueOf(60_000);
  private static final BigInteger REFS = BigInteger.valueOf(Long.MAX_VALUE);

  private final Map<String, Json> fields;

  private ReferenceMessage(Map<String, Json> fields) {
    this.fields = fields;
  }

  static Optional<Object> parse(String text) {
    Optional<Json> json = ReferenceJson.parse(text).map(ReferenceJson.Parsed::value);
    Optional<String> type =
        json.flatMap(message -> message.fieldsAmongOthers(Set.of("type")))
            .flatMap(fields -> Optional.ofNullable(fields.get("type")))
            .flatMap(Json::text)
            .filter(FIELDS::containsKey);
    return type.flatMap(
        is ->
            json.flatMap(message -> message.fields(FIELDS.get(is)))
                .flatMap(fields -> new ReferenceMessage(fields).message(is)));
  }

  /** The first field {@code ref}, if it is one. */
  static OptionalLong firstRef(Json json) {
    return json instanceof Json.Fields object
        ? object.entries().stream()
            .filter(field -> field.getKey().equals("ref"))
            .findFirst()
            .flatMap(field -> field.getValue().integer())
            .filter(ReferenceMessage::isRef)
            .map(ref -> OptionalLong.of(ref.longValueExact()))
            .orElse(OptionalLong.empty())
        : OptionalLong.empty();
  }

  private static boolean isRef(BigInteger ref) {
    return ref.abs().compareTo(REFS) < 0;
  }

  private Optional<Object> message(String type) {
    Optional<BigInteger> given = integer("ref").filter(ReferenceMessage::isRef);
    if (fields.containsKey("ref") && given.isEmpty()) {
      return Optional.empty();
    }
    for (String field : List.of("by", "where")) {
      boolean wrong = text(field).orElse("").isEmpty() || fields.containsKey("prefix");
      if (fields.containsKey(field) && wrong) {
        return Optional.empty();
      }
    }
    Long ref = given.map(BigInteger::longValueExact).orElse(null);
    if (fields.containsKey("prefix")) {
      return prefix().flatMap(prefix -> ofPrefix(type, ref, prefix));
    }
    return switch (type) {
      case "authenticate" ->
          Optional.ofNullable(fields.get("token"))
              .flatMap(Json::text)
              .map(token -> new ClientMessage.Authenticate(ref, token));
      case "subscribe" ->
          counters()
              .flatMap(
                  names ->
                      interval()
                          .map(
                              pause ->
                                  new ClientMessage.Subscribe(
                                      ref, namespace().orElseThrow(), names, series(), pause)));
      case "unsubscribe" ->
          counters()
              .map(
                  names ->
                      new ClientMessage.Unsubscribe(
                          ref, namespace().orElseThrow(), names, series()));
      case "record" ->
          name(fields.get("counter"))
              .flatMap(
                  name -> event().map(e -> new AcceptedRecording(ref, name, e, isConfirmed())));
      case "ping" -> Optional.of(new ClientMessage.Ping(ref));
      default -> Optional.of(new ClientMessage.Pong());
    };
  }

  private SeriesInput series() {
    return SeriesInput.of(text("by"), text("where"));
  }

  private Optional<String> text(String field) {
    return Optional.ofNullable(fields.get(field)).flatMap(Json::text);
  }

  private Optional<Object> ofPrefix(String type, Long ref, Prefix prefix) {
    return type.equals("subscribe")
        ? interval().map(pause -> new ClientMessage.SubscribePrefix(ref, prefix, pause))
        : Optional.of(new ClientMessage.UnsubscribePrefix(ref, prefix));
  }

  private Optional<Prefix> prefix() {
    return fields
        .get("prefix")
        .text()
        .filter(text -> !fields.containsKey("counters"))
        .filter(text -> text.isEmpty() || (Json.bytes(text) > 0 && Json.bytes(text) <= 512))
        .flatMap(
            text ->
                namespace()
                    .filter(namespace -> namespace.matches("[a-z][a-z0-9_-]{0,47}"))
                    .map(namespace -> new Prefix(namespace, text)));
  }

  private Optional<Set<CounterName>> counters() {
    List<Json> given =
        Optional.ofNullable(fields.get("counters")).flatMap(Json::elements).orElse(List.of());
    Set<CounterName> names = new LinkedHashSet<>();
    for (Json each : given) {
      Optional<CounterName> name = name(each);
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(name.get());
    }
    return names.isEmpty() || given.size() > 1_000 ? Optional.empty() : Optional.of(names);
  }

  private Optional<Duration> interval() {
    return fields.containsKey("minIntervalMs")
        ? integer("minIntervalMs")
            .filter(millis -> millis.signum() >= 0 && millis.compareTo(LONGEST) <= 0)
            .map(millis -> Duration.ofMillis(millis.longValueExact()))
        : Optional.of(Duration.ZERO);
  }

  private Optional<String> namespace() {
    return fields.containsKey("namespace")
        ? fields.get("namespace").text()
        : Optional.of("default");
  }

  private Optional<CounterName> name(Json counter) {
    return Optional.ofNullable(counter)
        .flatMap(Json::text)
        .flatMap(name -> namespace().flatMap(of -> ReferenceEvents.counter(of, name)));
  }

  private Optional<Event> event() {
    return fields.containsKey("confirm") && !isConfirmed()
        ? Optional.empty()
        : ReferenceEvents.event(fields);
  }

  private boolean isConfirmed() {
    return fields.containsKey("confirm")
        && fields.get("confirm").text().filter("settled"::equals).isPresent();
  }

  private Optional<BigInteger> integer(String field) {
    return Optional.ofNullable(fields.get(field)).flatMap(Json::integer);
  }
}
