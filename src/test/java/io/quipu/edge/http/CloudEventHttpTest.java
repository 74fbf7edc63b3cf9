package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.http.record.CloudEventInput;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single CloudEvents, in the JSON format and in binary mode. */
class CloudEventHttpTest extends HttpTest {
  private static final String CLOUD_EVENT = "application/cloudevents+json";
  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "ce-specversion", "1.0",
          "ce-id", "7",
          "ce-source", "/polls/1#first",
          "ce-type", "votes",
          "ce-subject", "a");
  private static final String EVENT =
      """
      {"specversion":"1.0","id":"7","source":"/polls/1#first","type":"votes","subject":"a",
       "time":"2026-01-01T12:00:00Z","data":{"delta":5,"voter":{"deep":[1]}}}
      """;

  private HttpResponse<String> binary(Map<String, String> headers, String body) {
    HttpRequest.Builder request = to("/v1/events").POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return send(request);
  }

  private static Map<String, String> with(String header, String value) {
    Map<String, String> headers = new HashMap<>(ATTRIBUTES);
    headers.put(header, value);
    return headers;
  }

  private void assertRecorded(HttpResponse<String> response, String counter, Event event) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(json(response))
        .isEqualTo(
            new JsonObject()
                .put("status", "recorded")
                .put("events", 1)
                .put("at", TestService.AT.toString()));
    assertThat(service.appends)
        .containsExactly(new Append(new CounterName("votes", counter), 1, List.of(event)));
  }

  @ParameterizedTest
  @ValueSource(strings = {CLOUD_EVENT, "application/cloudevents+json; charset=utf-8"})
  void recordsOneInTheJsonFormat(String type) {
    assertRecorded(post("/v1/events", type, EVENT), "a", new Event(5, "/polls/1#first 7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|{\"delta\": 5, \"voter\": {\"deep\": [1]}}|5",
        "application/json; charset=utf-8|{\"delta\": -2}|-2",
        "application/vnd.vote+json|{\"delta\": 5}|5",
        "application/json|null|1",
        "application/json|{}|1",
        "application/json|''|1",
        "''|''|1",
        "''|{\"delta\": 5}|5"
      })
  void recordsOneInBinaryMode(String type, String body, long delta) {
    Map<String, String> headers = new HashMap<>(with("ce-time", "2026-01-01T12:00:00Z"));
    headers.put("ce-other", "%");
    if (!type.isEmpty()) {
      headers.put("Content-Type", type);
    }
    assertRecorded(binary(headers, body), "a", new Event(delta, "/polls/1#first 7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "back%20in%20black|back in black",
        "back in black|back in black",
        "Euro%20%E2%82%AC%20%F0%9F%98%80|Euro \u20ac \ud83d\ude00",
        "%61%2f%25|a/%",
        "\"back in black\"|back in black",
        "\"a\\\"b\\\\%20c\"|a\"b\\ c",
        "a+b|a+b",
        "a\"b|a\"b"
      })
  void decodesHeadersOnce(String sent, String subject) {
    assertRecorded(binary(with("ce-subject", sent), ""), subject, new Event(1, "/polls/1#first 7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "ce-specversion||ce-specversion",
        "ce-specversion|0.3|ce-specversion",
        "ce-id||ce-id",
        "ce-source||ce-source",
        "ce-source|/a b|ce-source",
        "ce-source|/a%20b|ce-source",
        "ce-type||ce-type",
        "ce-type|com.example.vote|ce-type",
        "ce-subject||ce-subject",
        "ce-subject|%|ce-subject",
        "ce-subject|%4|ce-subject",
        "ce-subject|%zz|ce-subject",
        "ce-subject|%C0%A0|ce-subject",
        "ce-subject|%ED%A0%80|ce-subject",
        "ce-subject|\"a|ce-subject",
        "ce-subject|\"a\\\"|ce-subject",
        "ce-subject|\"a\"b|ce-subject",
        "ce-namespace|Votes|ce-namespace",
        "Content-Type|text/plain|Content-Type",
        "Content-Type|application/x-ndjson|Content-Type"
      })
  void namesTheHeaderAtFault(String header, String value, String field) {
    Map<String, String> headers = new HashMap<>(ATTRIBUTES);
    if (value == null) {
      headers.remove(header);
    } else {
      headers.put(header, value);
    }
    HttpResponse<String> response = binary(headers, "");
    assertThat(response.statusCode()).isEqualTo(field.equals("Content-Type") ? 415 : 400);
    assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(json(response).getString("field")).isEqualTo(field);
    assertThat(json(response).getString("detail")).isNotBlank();
    assertThat(service.appends).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"delta\": 0}|data.delta",
        "{\"delta\": 1.5}|data.delta",
        "{\"delta\": 1, \"delta\": 1}|data.delta",
        "[]|data",
        "5|data",
        "{|body",
        "{} {}|body"
      })
  void namesTheMemberOfTheDataAtFault(String data, String field) {
    HttpResponse<String> response = binary(with("Content-Type", JSON), data);
    expectProblem(response, 400, "invalid-event", field);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void refusesAnAttributeThatIsThereTwice() {
    HttpRequest.Builder request = to("/v1/events").POST(BodyPublishers.noBody());
    ATTRIBUTES.forEach(request::header);
    HttpResponse<String> response = send(request.header("CE-Id", "8"));
    expectProblem(response, 400, "invalid-event", "ce-id");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void namesBothHeaders_whenTheyAreTooLongTogether() {
    HttpResponse<String> response = binary(with("ce-id", "i".repeat(256)), "");
    expectProblem(response, 400, "invalid-event", "ce-id");
    assertThat(json(response).getString("detail")).startsWith("ce-source and ce-id, joined");
  }

  /** The path names the counter, so the id in the headers would be passed over. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"delta\": 5}", "[{}]"})
  void refusesACloudEvent_whereThePathNamesTheCounter(String body) {
    String path = "/v1/counters/votes/a/events";
    List<Map<String, String>> all = new ArrayList<>(List.of(ATTRIBUTES));
    CloudEventInput.ATTRIBUTES.forEach(name -> all.add(Map.of("ce-" + name, "x")));
    all.add(Map.of("ce-delta", "5"));
    all.add(Map.of("ce-extension", "x"));
    for (Map<String, String> headers : all) {
      HttpRequest.Builder request = to(path).POST(BodyPublishers.ofString(body));
      headers.forEach(request::header);
      HttpResponse<String> refused =
          send(body.isEmpty() ? request : request.header("Content-Type", JSON));
      expectProblem(refused, 400, "invalid-event");
      assertThat(headers).containsKey(json(refused).getString("field"));
      assertThat(json(refused).getString("detail")).contains("POST /v1/events");
    }
    assertThat(service.appends).isEmpty();
    HttpRequest.Builder other = to(path).POST(BodyPublishers.noBody()).header("cel-other", "x");
    assertThat(send(other).statusCode()).as("a header of somebody else").isEqualTo(201);
  }

  /** Types that begin so have the attributes in the body. */
  @Test
  void passesOverHeaders_whenTheAttributesAreInTheBody() {
    HttpResponse<String> response = binary(with("Content-Type", CLOUD_EVENT), EVENT);
    assertRecorded(response, "a", new Event(5, "/polls/1#first 7"));
    assertThat(binary(with("Content-Type", "application/cloudevents+avro"), "").statusCode())
        .isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "", "1", "{\"specversion\": \"1.0\"}", "{}{}"})
  void refusesWhatIsNoCloudEvent(String body) {
    HttpResponse<String> response = post("/v1/events", CLOUD_EVENT, body);
    expectProblem(response, 400, "invalid-event");
    assertThat(json(response).containsKey("index")).isFalse();
    assertThat(service.appends).isEmpty();
  }

  @Test
  void namesTheNamespaceThatDoesNotExist() {
    HttpResponse<String> response =
        post("/v1/events", CLOUD_EVENT, EVENT.replace("\"votes\"", "\"nowhere\""));
    expectProblem(response, 404, "unknown-namespace", "namespace");
    assertThat(binary(with("ce-namespace", "nowhere"), "").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?confirm=settled"})
  void recordsNothing_ofAnEmptyBatch(String confirm) {
    HttpResponse<String> response =
        post("/v1/events" + confirm, "application/cloudevents-batch+json", " [ ] ");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(json(response).getInteger("events")).isZero();
    assertThat(json(response).containsKey("outcomes")).isEqualTo(!confirm.isEmpty());
    expectProblem(post("/v1/events", JSON, "[]"), 400, "invalid-event", "events");
    assertThat(service.appends).isEmpty();
  }

  /** Who delivers CloudEvents one by one takes any 2xx for a delivery. */
  @Test
  void isNoSuccess_whenItIsNotKnownToBeRecorded() {
    service.onAppend = append -> unknown();
    HttpResponse<String> unknown = binary(ATTRIBUTES, "");
    expectProblem(unknown, 503, "outcome-unknown");
    service.onAppend = append -> refused(Refusal.QUEUE_FULL);
    assertThat(post("/v1/events", CLOUD_EVENT, EVENT).statusCode()).isEqualTo(503);
  }

  @Test
  void takesNoCharacterThatIsNotEncoded() {
    String head =
        String.join(
            "\r\n",
            "POST /v1/events HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            "Content-Length: 0",
            "ce-specversion: 1.0",
            "ce-id: 1",
            "ce-source: /a",
            "ce-type: votes",
            "ce-subject: \u20ac",
            "",
            "");
    RawHttp.Response response =
        RawHttp.exchange(service.base(), Buffer.buffer(head.getBytes(StandardCharsets.UTF_8)));
    assertThat(response.status()).isEqualTo(400);
    assertThat(new JsonObject(response.text()).getString("field")).isEqualTo("ce-subject");
    assertThat(service.appends).isEmpty();
  }
}
