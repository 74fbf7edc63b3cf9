package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.response.Rejection;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

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
