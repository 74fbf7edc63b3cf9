package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.RetentionClass;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kind {@code latest}: what its events are, and what they are not. */
class LatestHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/payments/a/events";

  @BeforeEach
  void createNamespace() {
    HttpResponse<String> created = put("/v1/namespaces/payments", "{\"kind\":\"latest\"}");
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.body())
        .startsWith("{\"namespace\":\"payments\",\"kind\":\"latest\",\"rows\":\"1d\",");
  }

  @Test
  void takesActorVersionAndValue() {
    String events =
        "[{\"actor\":\"P1\",\"version\":35,\"value\":1500},"
            + "{\"value\":0,\"version\":-1,\"actor\":\"\u00fc\",\"replaces\":9223372036854775807}]";
    assertThat(post(PATH, JSON, events).statusCode()).isEqualTo(201);
    assertThat(service.appends)
        .containsExactly(
            new Append(
                new CounterName("payments", "a"),
                1,
                RetentionClass.USUAL,
                DeduplicationWindow.OTHER_RULES,
                false,
                List.of(new Event(1_500, "P1\0z"), new Event(0, "\u00fc\0-1>1y2p0ij32e8e7"))));
  }

  /** As clients write it whose numbers are floating point. */
  @ParameterizedTest
  @CsvSource({"1500.0", "1.5e3", "15E2", "1500.000000000000000000000000000000000000"})
  void takesAnIntegerThatIsWrittenAsAFraction(String value) {
    String event = "{\"actor\":\"P1\",\"version\":35,\"value\":" + value + "}";
    assertThat(post(PATH, JSON, event).statusCode()).isEqualTo(201);
    assertThat(service.appends.element().events()).containsExactly(new Event(1_500, "P1\0z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                              | actor",
        "{\"version\":1,\"value\":1}                                       | actor",
        "{\"actor\":\"P\",\"value\":1}                                       | version",
        "{\"actor\":\"P\",\"version\":1}                                     | value",
        "{\"actor\":\"\",\"version\":1,\"value\":1}                          | actor",
        "{\"actor\":7,\"version\":1,\"value\":1}                           | actor",
        "{\"actor\":\"P\",\"version\":\"1\",\"value\":1}                     | version",
        "{\"actor\":\"P\",\"version\":1.5,\"value\":1}                     | version",
        "{\"actor\":\"P\",\"version\":9223372036854775808,\"value\":1}     | version",
        "{\"actor\":\"P\",\"version\":1,\"value\":\"1\"}                     | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":1.5}                     | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":1e300}                   | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":1e-300}                  | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":null}                    | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":1000000000000001}        | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":-1000000000000001}       | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":99999999999999999999}    | value",
        "{\"actor\":\"P\",\"version\":1,\"value\":1,\"delta\":1}           | delta",
        "{\"actor\":\"P\",\"version\":1,\"value\":1,\"id\":\"1\"}            | id",
        "{\"actor\":\"P\",\"version\":1,\"value\":1,\"replaces\":\"x\"}      | replaces",
      })
  void namesTheFieldThatIsWrong(String event, String field) {
    HttpResponse<String> refused = post(PATH, JSON, event);
    expectProblem(refused, 400, "invalid-event", field);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void actorsAreAsLongAsIds() {
    String event = "{\"actor\":\"%s\",\"version\":1,\"value\":1}";
    assertThat(post(PATH, JSON, event.formatted("x".repeat(256))).statusCode()).isEqualTo(201);
    HttpResponse<String> refused = post(PATH, JSON, event.formatted("x".repeat(257)));
    assertThat(json(refused).getString("field")).isEqualTo("actor");
  }

  @Test
  void itsMembersAreOfNoOtherKind() {
    HttpResponse<String> refused =
        post("/v1/counters/votes/a/events", JSON, "{\"actor\":\"P\",\"version\":1,\"value\":1}");
    expectProblem(refused, 400, "invalid-event", "actor");
    assertThat(
            json(post("/v1/counters/votes/a/events", JSON, "{\"replaces\":1}")).getString("field"))
        .isEqualTo("replaces");
  }

  @Test
  void hasNoVerdicts() {
    HttpResponse<String> refused =
        post(PATH + "?confirm=settled", JSON, "{\"actor\":\"P\",\"version\":1,\"value\":1}");
    expectProblem(refused, 400, "invalid-request", "confirm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"24h", "forever"})
  void remembersNoIds(String deduplicate) {
    HttpResponse<String> refused =
        put(
            "/v1/namespaces/other",
            "{\"kind\":\"latest\",\"deduplicate\":\"" + deduplicate + "\"}");
    expectProblem(refused, 400, "invalid-request", "deduplicate");
  }
}
