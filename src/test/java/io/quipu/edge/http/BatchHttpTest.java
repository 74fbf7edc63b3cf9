package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchHttpTest extends HttpTest {
  private static final String NDJSON = "application/x-ndjson";
  private static final String THREE =
      """
      [{"namespace":"votes","counter":"a","delta":1,"id":"1"},
       {"counter":"b","delta":2},
       {"counter":"a","namespace":"votes","delta":3}]
      """;

  @Test
  void groupsEventsByCounterAndKeepsTheirOrder() {
    HttpResponse<String> response = post("/v1/events", JSON, THREE);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(json(response))
        .isEqualTo(
            new JsonObject()
                .put("status", "recorded")
                .put("events", 3)
                .put("at", TestService.AT.toString()));
    assertThat(service.appends)
        .containsExactlyInAnyOrder(
            new Append(
                new CounterName("votes", "a"), 1, List.of(new Event(1, "1"), new Event(3, null))),
            new Append(new CounterName("default", "b"), 1, List.of(new Event(2, null))));
  }

  @Test
  void recordsLines_whateverEndsThem() {
    String body =
        "{\"counter\":\"a\"}\r\n\n  {\"counter\":\"b\",\"delta\":4}  \n{\"counter\":\"a\"}";
    assertThat(post("/v1/events", NDJSON, body).statusCode()).isEqualTo(201);
    assertThat(service.tallies)
        .containsEntry(new CounterName("default", "a"), Tally.of(2, 2))
        .containsEntry(new CounterName("default", "b"), Tally.of(4, 1));
  }

  @Test
  void namesTheLineOfABadEvent() {
    HttpResponse<String> response =
        post("/v1/events", NDJSON, "{\"counter\":\"a\"}\n\n{\"counter\":\"a\",\"delta\":0}\n");
    assertThat(json(response).getInteger("line")).isEqualTo(3);
    assertThat(json(response).getString("detail")).isEqualTo("line 3: delta must not be 0");
  }

  @Test
  void recordsCloudEvents() {
    String body =
        """
        [{"specversion":"1.0","id":"7","source":"/polls/1","type":"votes","subject":"a",
          "time":"2026-01-01T12:00:00Z","data":{"delta":5,"voter":{"deep":[1,{"x":null}]}}},
         {"specversion":"1.0","id":"1 7","source":"/polls","type":"com.example.vote",
          "namespace":"votes","subject":"a","comexampleother":1}]
        """;
    HttpResponse<String> response =
        post("/v1/events", "application/cloudevents-batch+json; charset=utf-8", body);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(service.appends)
        .containsExactly(
            new Append(
                new CounterName("votes", "a"),
                1,
                List.of(new Event(5, "/polls/1 7"), new Event(1, "/polls 1 7"))));
  }

  @Test
  void recordsTenThousandEvents() {
    String line = "{\"counter\":\"a\",\"id\":\"%d\"}";
    String body =
        IntStream.range(0, 10_000).mapToObj(line::formatted).collect(Collectors.joining("\n"));
    HttpResponse<String> response = post("/v1/events", NDJSON, body);

    assertThat(json(response).getInteger("events")).isEqualTo(10_000);
    assertThat(service.tallies)
        .containsEntry(new CounterName("default", "a"), Tally.of(10_000, 10_000));
  }

  @Test
  void listsThoseThatWereNotRecorded_inTheOrderSent() {
    service.onAppend =
        append ->
            append.counter().name().equals("a") ? refused(Refusal.QUEUE_FULL) : service.add(append);
    HttpResponse<String> response = post("/v1/events", JSON, THREE);

    assertThat(response.statusCode()).isEqualTo(207);
    JsonObject answer = json(response);
    assertThat(answer.getInteger("recorded")).isEqualTo(1);
    assertThat(answer.getInteger("failed")).isEqualTo(2);
    JsonArray results = answer.getJsonArray("results");
    assertThat(results).hasSize(2);
    assertThat(results.getJsonObject(0).getInteger("index")).isZero();
    assertThat(results.getJsonObject(1).getInteger("index")).isEqualTo(2);
    assertThat(results.getJsonObject(1).getInteger("status")).isEqualTo(503);
    assertThat(results.getJsonObject(1).getString("type")).isEqualTo("/problems/queue-full");
    assertThat(results.getJsonObject(1).getString("detail")).isNotBlank();
  }

  @Test
  void answers503_whenNothingWasWrittenAtAll() {
    service.onAppend = append -> refused(Refusal.QUEUE_FULL);
    HttpResponse<String> response = post("/v1/events", JSON, THREE);

    expect503(response, "queue-full");
  }

  @Test
  void answersForEach_whenSomethingMayHaveBeenWritten() {
    service.onAppend =
        append -> append.counter().name().equals("a") ? refused(Refusal.QUEUE_FULL) : unknown();
    HttpResponse<String> response = post("/v1/events", JSON, THREE);

    assertThat(response.statusCode()).isEqualTo(207);
    assertThat(json(response).getInteger("recorded")).isZero();
    assertThat(json(response).getJsonArray("results").getJsonObject(1).getString("type"))
        .isEqualTo("/problems/outcome-unknown");
  }

  @Test
  void answersOutcomeUnknownForEach_whenTheBusDoesNotReplyInTime() {
    service.onAppend = append -> new CompletableFuture<>();
    HttpResponse<String> response = post("/v1/events", JSON, THREE);

    assertThat(response.statusCode()).isEqualTo(207);
    assertThat(response.body().split("/problems/outcome-unknown", -1)).hasSize(4);
  }

  @Test
  void recordsNothing_whenOneOfManyNamespacesDoesNotExist() {
    String body =
        IntStream.range(0, 200)
            .mapToObj(i -> "{\"namespace\":\"n%d\",\"counter\":\"c\"}".formatted(i))
            .collect(Collectors.joining("\n"));
    IntStream.range(0, 200).filter(i -> i != 150 && i != 151).forEach(i -> service.exists("n" + i));
    HttpResponse<String> response = post("/v1/events", NDJSON, body);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(json(response).getInteger("index")).isEqualTo(150);
    assertThat(service.appends).isEmpty();
    service.exists("n150");
    service.exists("n151");
    assertThat(post("/v1/events", NDJSON, body).statusCode()).isEqualTo(201);
  }
}
