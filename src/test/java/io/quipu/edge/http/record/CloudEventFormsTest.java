package io.quipu.edge.http.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

/**
 * The forms in which one CloudEvent may be sent (JSON event format 1.0.2, HTTP binding 1.0.2): all
 * record the same event, or the form is refused; none is recorded as another event.
 */
class CloudEventFormsTest {
  private static final CounterName COUNTER = new CounterName("votes", "larger context");
  private static final List<String> JSON_TYPES =
      List.of(
          "application/json",
          "APPLICATION/JSON; charset=utf-8",
          "text/json",
          "application/vnd.example.vote+json",
          "application/ld+json;profile=\"a\"");
  private static final List<String> OTHER_TYPES =
      List.of(
          "application/xml", "text/plain", "application/octet-stream", "json", "+json", "a/jsonx");
  private static final Set<String> TAKEN = Set.of("delta", "events", "labels", "min", "max");
  private static final List<String> ABSENT =
      List.of("time", "namespace", "dataschema", "datacontenttype", "comexampleextension1");

  private static JsonObject event() {
    return new JsonObject()
        .put("specversion", "1.0")
        .put("id", "A234-1234-1234")
        .put("source", "/mycontext")
        .put("type", "votes")
        .put("subject", "larger context")
        .put("comexampleothervalue", 5);
  }

  private static NamedEvent expected(long delta) {
    return new NamedEvent(COUNTER, new Event(delta, "/mycontext A234-1234-1234"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 300)
  void isTheSameEvent(
      @ForAll("deltas") int delta,
      @ForAll("jsonTypes") String type,
      @ForAll("absent") Set<String> absent) {
    JsonObject data = new JsonObject().put("delta", delta).put("appinfoA", "abc");
    JsonObject plain = event().put("data", data);
    JsonObject binary =
        event().put("data_base64", base64(data.encode())).put("datacontenttype", type);
    absent.forEach(plain::putNull);
    absent.stream().filter(name -> !name.equals("datacontenttype")).forEach(binary::putNull);

    for (JsonObject sent : List.of(plain, plain.copy().put("datacontenttype", type), binary)) {
      assertThat(AcceptedEvents.cloudEvent(sent.toBuffer()))
          .as(sent.encode())
          .containsExactly(expected(delta));
      assertThat(AcceptedEvents.cloudEvents(new JsonArray().add(sent).add(sent).toBuffer()))
          .containsExactly(expected(delta), expected(delta));
    }
    assertThat(AcceptedEvents.binaryCloudEvent("larger%20context", data.toBuffer()))
        .extracting(one -> one.event().delta())
        .containsExactly((long) delta);
    assertThat(CloudEventData.isJson(type)).isTrue();
  }

  @Property(tries = 300)
  void isRefused_whereTheDeltaCannotBeRead(
      @ForAll("deltas") int delta, @ForAll("otherTypes") String type, @ForAll String noBase64) {
    String data = new JsonObject().put("delta", delta).encode();
    JsonObject json = new JsonObject().put("datacontenttype", "application/json");
    List<JsonObject> all =
        List.of(
            event().put("data_base64", base64(data)),
            event().put("data_base64", base64(data)).putNull("datacontenttype"),
            event().put("data_base64", base64(data)).put("datacontenttype", type),
            event().mergeIn(json).put("data_base64", "!" + noBase64),
            event().mergeIn(json).put("data_base64", base64("\u00e9{" + noBase64)),
            event().mergeIn(json).put("data_base64", base64("\"" + delta + "\"")),
            event().mergeIn(json).put("data_base64", base64(data)).put("data", new JsonObject()),
            event().mergeIn(json).put("data_base64", delta),
            event().mergeIn(json).put("Data_Base64", base64(data)),
            event().put("Data", new JsonObject(data)),
            event().put("data", data),
            event().put("data", delta));
    for (JsonObject sent : all) {
      assertThatThrownBy(() -> AcceptedEvents.cloudEvent(sent.toBuffer()))
          .as(sent.encode())
          .isInstanceOfSatisfying(
              Rejection.class, refused -> assertThat(refused.problem().field()).contains("ata"));
    }
    assertThat(CloudEventData.isJson(type)).isFalse();
  }

  /** A member of an event that is in the data is read, or refused, and never passed over. */
  @Property(tries = 1_000)
  void isReadOrRefused_whereTheDataHasAMemberOfAnEvent(
      @ForAll("membersAndSlips") String name, @ForAll("deltas") int number) {
    Object value = name.endsWith("abels") ? new JsonObject().put("country", "CH") : number;
    JsonObject sent = event().put("data", new JsonObject().put(name, value));
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("id")) {
      assertThat(drafts(sent).delta()).as("an attribute, and the producer's in data").isEqualTo(1);
    } else if (TAKEN.contains(name)) {
      assertThat(drafts(sent).has(Member.valueOf(name.toUpperCase(Locale.ROOT)))).isTrue();
    } else {
      assertThatThrownBy(() -> drafts(sent))
          .as(name)
          .isInstanceOfSatisfying(
              Rejection.class,
              refused ->
                  assertThat(refused.problem().field())
                      .isEqualTo(lower.equals("time") ? "time" : "data." + name));
    }
  }

  /** What nobody would miss, because an event may lack it, and what belongs into the data. */
  @Property(tries = 1_000)
  void isRefused_whereAnAttributeIsASlip(@ForAll("slipsOfAttributes") String name) {
    Assume.that(!CloudEventInput.OPTIONAL.contains(name) && !CloudEventInput.WORDS.contains(name));
    JsonObject sent = event().put("data", new JsonObject().put("delta", 7)).put(name, 10);
    assertThatThrownBy(() -> drafts(sent))
        .as(name)
        .isInstanceOfSatisfying(
            Rejection.class, refused -> assertThat(refused.problem().field()).isEqualTo(name));
    String header = "ce-" + name.toLowerCase(Locale.ROOT);
    Assume.that(!CloudEventInput.ATTRIBUTES.contains(header.substring(3)));
    assertThatThrownBy(
            () ->
                CloudEventHeaders.attributes(
                    MultiMap.caseInsensitiveMultiMap().add("Ce-" + name, "10")))
        .as(header)
        .isInstanceOfSatisfying(
            Rejection.class, refused -> assertThat(refused.problem().field()).isEqualTo(header));
  }

  @Property(tries = 300)
  void isRefused_whereDataIsNotWhatItsTypeSays(
      @ForAll("deltas") int delta, @ForAll("otherTypes") String type) {
    JsonObject sent = event().put("data", new JsonObject().put("delta", delta));
    sent.put("datacontenttype", type);
    assertThatThrownBy(() -> drafts(sent))
        .isInstanceOfSatisfying(
            Rejection.class,
            refused -> assertThat(refused.problem().field()).isEqualTo("datacontenttype"));
    assertThat(drafts(sent.putNull("data")).delta()).isEqualTo(1);
  }

  private static Draft drafts(JsonObject sent) {
    return EventsInput.cloudEvent(sent.toBuffer()).drafts().get(0);
  }

  /** Members of the producer, for which a time and words like the names of members do. */
  @Property(tries = 300)
  void passesOverWhatIsTheProducers(@ForAll @AlphaChars @StringLength(min = 9) String name) {
    JsonObject data = new JsonObject().put("delta", 7).put(name, 5).put("event", "signup");
    data.put("label", "x").put("id", 12).put("source", "s").put("type", 3).put("appinfoA", "abc");
    assertThat(AcceptedEvents.cloudEvent(event().put("data", data).toBuffer()))
        .containsExactly(expected(7));
    JsonObject timed = event().put("time", "2026-01-01T12:00:00Z").put("data", data.put("time", 1));
    assertThat(AcceptedEvents.cloudEvent(timed.toBuffer())).containsExactly(expected(7));
  }

  /** Without data, or with data that says it is nothing, an event is one. */
  @Example
  void isOne_whenItHasNoData() {
    for (JsonObject sent :
        List.of(
            event(),
            event().putNull("data"),
            event().putNull("data_base64"),
            event().put("data_base64", ""),
            event().put("data", new JsonObject()))) {
      assertThat(AcceptedEvents.cloudEvent(sent.toBuffer())).containsExactly(expected(1));
    }
    assertThat(AcceptedEvents.binaryCloudEvent("a", Buffer.buffer("null"))).hasSize(1);
  }

  @Example
  void isMissing_whenARequiredAttributeIsNull() {
    for (String name : List.of("specversion", "id", "source", "type", "subject")) {
      assertThatThrownBy(() -> AcceptedEvents.cloudEvent(event().putNull(name).toBuffer()))
          .isInstanceOfSatisfying(
              Rejection.class, refused -> assertThat(refused.problem().field()).isEqualTo(name));
    }
  }

  /** The quoted header values of section 3.1.3.2, and its example of percent-encoding. */
  @Example
  void readsTheHeadersOfTheBinding() {
    assertThat(subject("Euro%20%E2%82%AC%20%F0%9F%98%80")).isEqualTo("Euro \u20ac \ud83d\ude00");
    assertThat(subject("\"Euro%20%e2%82%ac\"")).isEqualTo("Euro \u20ac");
    assertThatThrownBy(() -> subject("%C0%A0")).isInstanceOf(Rejection.class);
  }

  private static String subject(String header) {
    return CloudEventHeaders.attributes(
            MultiMap.caseInsensitiveMultiMap().add("CE-Subject", header))
        .get("subject");
  }

  @Provide
  Arbitrary<String> slipsOfAttributes() {
    return Arbitraries.oneOf(
        Arbitraries.of(TAKEN),
        inCapitals(CloudEventInput.OPTIONAL),
        inCapitals(TAKEN),
        slips(List.of("time", "namespace", "data", "datacontenttype")),
        Arbitraries.of("dataBase64", "data-base64", "database64", "data_base_64", "my_extension"));
  }

  @Provide
  Arbitrary<String> membersAndSlips() {
    return Arbitraries.oneOf(
        Arbitraries.of(DraftInput.FIELDS),
        inCapitals(DraftInput.FIELDS),
        slips(List.of("delta", "events", "labels")));
  }

  private static Arbitrary<String> inCapitals(Collection<String> names) {
    return Combinators.combine(Arbitraries.of(names), Arbitraries.integers())
        .as(
            (name, seed) -> {
              StringBuilder text = new StringBuilder();
              for (int i = 0; i < name.length(); i++) {
                boolean capital = ((seed >> i) & 1) != 0;
                text.append(capital ? Character.toUpperCase(name.charAt(i)) : name.charAt(i));
              }
              return text.toString();
            });
  }

  private static Arbitrary<String> slips(List<String> names) {
    return Combinators.combine(
            Arbitraries.of(names),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 3),
            Arbitraries.chars().range('0', '9'))
        .as(CloudEventFormsTest::slip);
  }

  /** A word with one letter deleted, inserted, replaced, or swapped with the next. */
  private static String slip(String word, int kind, int at, char other) {
    int swapped = Math.min(at, word.length() - 2);
    return switch (kind) {
      case 0 -> word.substring(0, at) + word.substring(at + 1);
      case 1 -> word.substring(0, at) + other + word.substring(at);
      case 2 -> word.substring(0, at) + other + word.substring(at + 1);
      default ->
          word.substring(0, swapped)
              + word.charAt(swapped + 1)
              + word.charAt(swapped)
              + word.substring(swapped + 2);
    };
  }

  @Provide
  Arbitrary<Integer> deltas() {
    return Arbitraries.integers().between(2, 1_000_000);
  }

  @Provide
  Arbitrary<String> jsonTypes() {
    return Arbitraries.of(JSON_TYPES);
  }

  @Provide
  Arbitrary<String> otherTypes() {
    return Arbitraries.of(OTHER_TYPES);
  }

  @Provide
  Arbitrary<Set<String>> absent() {
    return Arbitraries.subsetOf(ABSENT);
  }
}
