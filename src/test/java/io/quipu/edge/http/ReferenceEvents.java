package io.quipu.edge.http;

import io.quipu.edge.http.record.NamedEvent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.Json;
import io.quipu.testing.fuzz.ReferenceJson;
import io.quipu.testing.fuzz.ReferenceTime;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The contract of bodies with events, read a second time: over whole trees, by plain rules. */
public final class ReferenceEvents {
  private static final BigInteger LARGEST = BigInteger.TEN.pow(15);
  private static final BigInteger MOST_HAPPENINGS = BigInteger.TEN.pow(6);
  private static final Set<String> EVENT = Set.of("delta", "events", "id", "time");
  private static final Set<String> NAMED =
      Set.of("delta", "events", "id", "time", "namespace", "counter");
  private static final Set<String> MEMBERS = Set.of("delta", "events", "labels", "min", "max");
  private static final Set<String> OF_EVENTS =
      Set.of("delta", "events", "labels", "min", "max", "actor", "version", "replaces", "value");
  private static final Set<String> CLOUD =
      Set.of(
          "specversion",
          "id",
          "source",
          "type",
          "subject",
          "namespace",
          "time",
          "datacontenttype",
          "data",
          "data_base64");

  private static final String BASE64 =
      "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?";

  private ReferenceEvents() {}

  public static Optional<List<Event>> events(String text) {
    Optional<Json> json = ReferenceJson.parse(text).map(ReferenceJson.Parsed::value);
    return json.filter(Json.Fields.class::isInstance)
        .map(one -> all(List.of(one), ReferenceEvents::event))
        .orElseGet(() -> json.flatMap(Json::elements).flatMap(e -> all(e, ReferenceEvents::event)));
  }

  public static Optional<List<NamedEvent>> array(String text) {
    return elements(text).flatMap(events -> all(events, ReferenceEvents::namedEvent));
  }

  public static Optional<List<NamedEvent>> cloudEvents(String text) {
    return elements(text)
        .flatMap(
            events ->
                events.isEmpty()
                    ? Optional.of(List.of())
                    : all(events, ReferenceEvents::cloudEvent));
  }

  public static Optional<List<NamedEvent>> cloudEvent(String text) {
    return ReferenceJson.parse(text)
        .map(ReferenceJson.Parsed::value)
        .flatMap(ReferenceEvents::cloudEvent)
        .map(List::of);
  }

  /**
   * A CloudEvent in binary mode: of namespace {@code votes}, its subject as it is in the header.
   */
  public static Optional<List<NamedEvent>> binaryCloudEvent(String subject, String data) {
    Optional<Json> read =
        data.isEmpty()
            ? Optional.of(new Json.Fields(List.of()))
            : ReferenceJson.parse(data).map(ReferenceJson.Parsed::value);
    return header(subject)
        .flatMap(name -> counter("votes", name))
        .flatMap(
            name ->
                read.flatMap(some -> members(some, false))
                    .map(HashMap::new)
                    .flatMap(
                        fields -> {
                          fields.put("id", new Json.Text("/s 1"));
                          return with(name, event(fields));
                        }))
        .map(List::of);
  }

  /** The value of a header: in quotes or not, then with each {@code %XX} a byte of UTF-8. */
  private static Optional<String> header(String sent) {
    boolean isQuoted = sent.startsWith("\"");
    if (isQuoted && !sent.matches("\"([^\"\\\\]|\\\\.)*\"")) {
      return Optional.empty();
    }
    String text =
        isQuoted ? sent.substring(1, sent.length() - 1).replaceAll("\\\\(.)", "$1") : sent;
    if (!text.matches("([ -$&-~]|%[0-9A-Fa-f]{2})*")) {
      return Optional.empty();
    }
    String bytes =
        Pattern.compile("%(..)")
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        Character.toString(Integer.parseInt(found.group(1), 16))));
    return Finding.utf8(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  public static Optional<List<NamedEvent>> lines(String text) {
    List<Optional<Json>> lines =
        List.of(text.split("\n", -1)).stream()
            .filter(line -> !line.matches("[ \t\r]*"))
            .map(line -> ReferenceJson.parse(line).map(ReferenceJson.Parsed::value))
            .toList();
    return lines.stream().allMatch(Optional::isPresent)
        ? all(lines.stream().map(Optional::orElseThrow).toList(), ReferenceEvents::namedEvent)
        : Optional.empty();
  }

  /** All of them, at least one; or nothing. */
  public static <T> Optional<List<T>> all(
      List<Json> elements, Function<Json, Optional<T>> element) {
    List<T> found = new ArrayList<>();
    for (Json each : elements) {
      element.apply(each).ifPresent(found::add);
    }
    return found.size() == elements.size() && !found.isEmpty()
        ? Optional.of(found)
        : Optional.empty();
  }

  private static Optional<List<Json>> elements(String text) {
    return ReferenceJson.parse(text).map(ReferenceJson.Parsed::value).flatMap(Json::elements);
  }

  private static Optional<Event> event(Json json) {
    return json.fields(EVENT).flatMap(ReferenceEvents::event);
  }

  private static Optional<NamedEvent> namedEvent(Json json) {
    return json.fields(NAMED)
        .flatMap(fields -> counter(fields).flatMap(name -> with(name, event(fields))));
  }

  private static Optional<NamedEvent> with(CounterName name, Optional<Event> event) {
    return event.map(e -> new NamedEvent(name, e));
  }

  /**
   * The event that the fields {@code delta}, {@code events} and {@code id} make, with a valid
   * {@code time} or none.
   */
  public static Optional<Event> event(Map<String, Json> fields) {
    Json time = fields.get("time");
    if (time != null && time.text().flatMap(ReferenceTime::parse).isEmpty()) {
      return Optional.empty();
    }
    Json one = new Json.Numeral("1");
    Optional<Integer> events = field(fields, "events", one).flatMap(ReferenceEvents::happenings);
    Optional<Long> delta =
        field(fields, "delta", fields.getOrDefault("events", one)).flatMap(v -> delta(v));
    if (!fields.containsKey("id")) {
      return delta.flatMap(d -> events.map(e -> new Event(d, e, null)));
    }
    Optional<String> id = fields.get("id").text().filter(isLong(256));
    return delta.flatMap(d -> events.flatMap(e -> id.map(i -> new Event(d, e, i))));
  }

  private static Optional<Integer> happenings(Json value) {
    return value
        .integer()
        .filter(events -> events.signum() > 0 && events.compareTo(MOST_HAPPENINGS) <= 0)
        .map(BigInteger::intValueExact);
  }

  private static Optional<Long> delta(Json value) {
    return value
        .integer()
        .filter(delta -> delta.signum() != 0 && delta.abs().compareTo(LARGEST) <= 0)
        .map(BigInteger::longValueExact);
  }

  /** The counter that the fields {@code namespace} and {@code counter} name. */
  public static Optional<CounterName> counter(Map<String, Json> fields) {
    Optional<String> namespace =
        field(fields, "namespace", new Json.Text("default")).flatMap(Json::text);
    Optional<String> counter = field(fields, "counter", null).flatMap(Json::text);
    return namespace.flatMap(n -> counter.flatMap(c -> counter(n, c)));
  }

  public static Optional<CounterName> counter(String namespace, String counter) {
    return namespace.matches("[a-z][a-z0-9_-]{0,47}") && isLong(512).test(counter)
        ? Optional.of(new CounterName(namespace, counter))
        : Optional.empty();
  }

  private static Optional<NamedEvent> cloudEvent(Json json) {
    Optional<Map<String, Json>> fields =
        json.fieldsAmongOthers(CLOUD).map(ReferenceEvents::withoutNulls);
    if (fields.isEmpty() || hasCapitals(json) || !attributesAreTexts(fields.get())) {
      return Optional.empty();
    }
    Optional<Map<String, Json>> data =
        data(fields.get()).flatMap(value -> members(value, fields.get().containsKey("time")));
    String source = attribute(fields.get(), "source");
    String id = attribute(fields.get(), "id");
    String type = attribute(fields.get(), "type");
    boolean isOne =
        attribute(fields.get(), "specversion").equals("1.0")
            && !source.isEmpty()
            && !source.contains(" ")
            && !id.isEmpty()
            && !type.isEmpty();
    String namespace =
        fields.get().containsKey("namespace") ? attribute(fields.get(), "namespace") : type;
    return data.filter(any -> isOne)
        .flatMap(
            found -> {
              Map<String, Json> event = new HashMap<>(found);
              event.put("id", new Json.Text(source + " " + id));
              if (fields.get().containsKey("time")) {
                event.put("time", fields.get().get("time"));
              }
              return counter(namespace, attribute(fields.get(), "subject"))
                  .flatMap(name -> with(name, event(event)));
            });
  }

  /**
   * The members of the data that kind {@code event} reads, if no other is named like one of an
   * event.
   *
   * @param timed whether the event has an attribute with its time
   */
  private static Optional<Map<String, Json>> members(Json data, boolean timed) {
    Json noLabels = new Json.Fields(List.of());
    return data.fieldsAmongOthers(MEMBERS)
        .filter(read -> !read.containsKey("min") && !read.containsKey("max"))
        .filter(read -> read.getOrDefault("labels", noLabels).equals(noLabels))
        .filter(
            read ->
                ((Json.Fields) data)
                    .entries().stream()
                        .filter(one -> !MEMBERS.contains(one.getKey()))
                        .noneMatch(one -> isLikeAMember(one.getKey(), one.getValue(), timed)));
  }

  private static boolean isLikeAMember(String name, Json value, boolean timed) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("time")) {
      return !timed && !value.equals(new Json.Word("null"));
    }
    if (lower.equals("event") || lower.equals("label")) {
      return value.text().isEmpty();
    }
    return !CLOUD.contains(lower)
        && (OF_EVENTS.contains(lower)
            || MEMBERS.stream().anyMatch(member -> member.length() > 3 && isSlip(member, lower)));
  }

  /** Whether the words differ in one letter that is more, less, another, or swapped. */
  private static boolean isSlip(String member, String typed) {
    int start = 0;
    while (start < Math.min(member.length(), typed.length())
        && member.charAt(start) == typed.charAt(start)) {
      start++;
    }
    String left = member.substring(start);
    String right = typed.substring(start);
    boolean isOne =
        left.equals(right.substring(Math.min(1, right.length())))
            || right.equals(left.substring(Math.min(1, left.length())))
            || left.substring(Math.min(1, left.length()))
                .equals(right.substring(Math.min(1, right.length())));
    boolean isSwapped =
        left.length() > 1
            && right.length() > 1
            && new StringBuilder(left.substring(0, 2))
                .reverse()
                .toString()
                .equals(right.substring(0, 2))
            && left.substring(2).equals(right.substring(2));
    return !member.equals(typed) && (isOne || isSwapped);
  }

  /** An attribute that is null is absent, and so is the data that is null. */
  private static Map<String, Json> withoutNulls(Map<String, Json> fields) {
    Map<String, Json> set = new HashMap<>(fields);
    boolean isGiven = set.containsKey("data");
    set.values().removeIf(new Json.Word("null")::equals);
    if (isGiven) {
      set.putIfAbsent("data", new Json.Fields(List.of()));
    }
    return set;
  }

  private static boolean hasCapitals(Json json) {
    return ((Json.Fields) json)
        .entries().stream()
            .map(Map.Entry::getKey)
            .anyMatch(
                name -> !CLOUD.contains(name) && CLOUD.contains(name.toLowerCase(Locale.ROOT)));
  }

  /** The data as JSON; empty if it is in another format, or there are two of them. */
  private static Optional<Json> data(Map<String, Json> fields) {
    Json nothing = new Json.Fields(List.of());
    if (!fields.containsKey("data_base64")) {
      return Optional.of(fields.getOrDefault("data", nothing));
    }
    String sent = attribute(fields, "data_base64");
    String type = attribute(fields, "datacontenttype");
    if (fields.containsKey("data") || !sent.matches(BASE64)) {
      return Optional.empty();
    }
    if (sent.isEmpty()) {
      return Optional.of(nothing);
    }
    return Optional.of(sent)
        .filter(text -> type.matches("(?is)(.*/json|.+/.*\\+json)\\s*(;.*)?"))
        .flatMap(text -> Finding.utf8(Base64.getDecoder().decode(text)))
        .flatMap(ReferenceJson::parse)
        .map(ReferenceJson.Parsed::value)
        .map(value -> value.equals(new Json.Word("null")) ? nothing : value);
  }

  private static boolean attributesAreTexts(Map<String, Json> fields) {
    return fields.entrySet().stream()
        .allMatch(e -> e.getKey().equals("data") || e.getValue().text().isPresent());
  }

  private static String attribute(Map<String, Json> fields, String name) {
    return field(fields, name, null).flatMap(Json::text).orElse("");
  }

  private static Optional<Json> field(
      Map<String, Json> fields, String name, @Nullable Json otherwise) {
    return Optional.ofNullable(fields.getOrDefault(name, otherwise));
  }

  private static Predicate<String> isLong(int most) {
    return text -> Json.bytes(text) > 0 && Json.bytes(text) <= most;
  }
}
