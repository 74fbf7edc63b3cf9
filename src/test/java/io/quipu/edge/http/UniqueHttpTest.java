package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kind {@code unique}: every event has an id, which is never forgotten. */
class UniqueHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/orders/a/events";
  private static final CounterName A = new CounterName("orders", "a");
  private static final Append ONE =
      new Append(
          A,
          1,
          RetentionClass.USUAL,
          DeduplicationWindow.FOREVER,
          false,
          List.of(new Event(1, "1")));

  @BeforeEach
  void createNamespace() {
    HttpResponse<String> created = put("/v1/namespaces/orders", "{\"kind\":\"unique\"}");
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.body())
        .startsWith("{\"namespace\":\"orders\",\"kind\":\"unique\",\"deduplicate\":\"forever\",");
  }

  @Test
  void isShownAsItWasMade_andMayBePutAgain() {
    String shown = get("/v1/namespaces/orders").body();
    HttpResponse<String> again =
        put("/v1/namespaces/orders", "{\"deduplicate\":\"forever\",\"kind\":\"unique\"}");

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(shown);
  }

  @Test
  void cannotBecomeOfKindEvent_norTheOtherWayRound() {
    assertThat(put("/v1/namespaces/orders", "{}").statusCode()).isEqualTo(200);
    assertThat(put("/v1/namespaces/orders", "{\"kind\":\"event\"}").statusCode()).isEqualTo(409);
    assertThat(service.namespaces.get("orders").kind()).isEqualTo("unique");
    assertThat(put("/v1/namespaces/votes", "{\"kind\":\"unique\"}").statusCode()).isEqualTo(409);
    assertThat(service.namespaces.get("votes").kind()).isEqualTo("event");
  }

  @Test
  void remembersIdsForEver_howeverTheNamespaceWasStored() {
    service.namespaces.put(
        "other",
        namespace("other", "unique", new TimeSpan("24h"), new TimeSpan("1d"), 1, Set.of()));
    post("/v1/counters/other/a/events", JSON, "{\"id\":\"1\"}");
    assertThat(service.appends.element().window()).isEqualTo(DeduplicationWindow.FOREVER);
  }

  @Test
  void takesAnIdFromTheBodyOrTheHeader() {
    post(PATH, JSON, "{\"id\":\"1\"}");
    send(to(PATH).header("Idempotency-Key", "1").POST(BodyPublishers.noBody()));

    assertThat(service.appends).containsExactly(ONE, ONE);
  }

  @Test
  void takesCloudEvents_whichAlwaysHaveOne() {
    String event =
        "[{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/polls\",\"type\":\"orders\","
            + "\"subject\":\"a\"}]";
    assertThat(post("/v1/events", "application/cloudevents-batch+json", event).statusCode())
        .isEqualTo(201);
    assertThat(service.appends.element().events()).containsExactly(new Event(1, "/polls 7"));
  }

  @Test
  void refusesASingleEventWithoutId() {
    expectMissingId(send(to(PATH).POST(BodyPublishers.noBody())), "id", -1);
    expectMissingId(post(PATH, JSON, "{\"delta\":2}"), "id", -1);
    expectMissingId(post(PATH + "?confirm=settled", JSON, "{}"), "id", -1);
  }

  @Test
  void refusesAnArrayWithAnEventWithoutId() {
    expectMissingId(post(PATH, JSON, "[{\"id\":\"1\"},{\"id\":\"2\"},{}]"), "events[2].id", 2);
    expectMissingId(post(PATH, JSON, "[{}]"), "events[0].id", 0);
  }

  @Test
  void refusesABatchWithAnEventWithoutId_andRecordsNothingOfIt() {
    String others = "{\"counter\":\"b\"},{\"namespace\":\"votes\",\"counter\":\"c\"}";
    String good = "{\"namespace\":\"orders\",\"counter\":\"a\",\"id\":\"1\"}";
    String bad = "{\"namespace\":\"orders\",\"counter\":\"a\"}";

    expectMissingId(
        post("/v1/events", JSON, "[" + String.join(",", others, good, bad) + "]"),
        "events[3].id",
        3);
    expectMissingId(
        post("/v1/events", "application/x-ndjson", good + "\n\n" + bad + "\n"), "events[1].id", 1);
  }

  private void expectMissingId(HttpResponse<String> response, String field, int index) {
    expectProblem(response, 400, "invalid-event", field);
    assertThat(json(response).getInteger("index", -1)).isEqualTo(index);
    assertThat(json(response).getString("detail")).contains("id is missing", "orders", "unique");
    assertThat(service.appends).isEmpty();
  }
}
