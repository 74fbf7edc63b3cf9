package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.http.ErrorTable;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error table against the whole service: bad input gets a clear answer and changes nothing. */
@EndToEnd
class ErrorTableIT {
  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    api = quipu.api(0);
  }

  /** Whatever the requests before were, none of them may have left anything. */
  @AfterAll
  static void nothingIsRecorded_andStop() {
    try {
      CountRead read = api.count("default", ErrorTable.COUNTER);
      assertThat(read).isEqualTo(new CountRead(0, 0, 0, 0));
      assertThat(api.get("/v1/namespaces/error-table").status()).isEqualTo(404);
    } finally {
      quipu.close();
    }
  }

  static Stream<ErrorTable.Case> cases() {
    return ErrorTable.cases();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answersWithAProblem(ErrorTable.Case row) {
    ErrorTable.check(quipu.uri(0), row);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/b", "/", "100%", "%2F", "🐸🎉", "a b+c", "..", "?#&=", "\"{}\\", "tab\tname"})
  void takesEveryName_byPathAndByBody(String counter) {
    api.recordOne("default", counter).expect(201);
    String inBody = new JsonObject().put("counter", counter).encode();
    api.post("/v1/events", "application/json", "[" + inBody + "]").expect(201);

    assertThat(api.count("default", counter).count()).isEqualTo(2);
    assertThat(api.get(Api.path("default", counter)).json().getString("counter"))
        .isEqualTo(counter);
  }

  @Test
  void takesNamesOf512Bytes_andNoLonger() {
    String longest = "é".repeat(256);
    api.recordOne("default", longest).expect(201);
    assertThat(api.count("default", longest).count()).isEqualTo(1);

    for (String counter : Set.of(longest + "n", "n".repeat(600))) {
      Answer answer = api.recordOne("default", counter);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().getString("detail")).contains("counter", "512");
    }
  }

  @Test
  void refusesTimesTheWrongWayRound() {
    Answer answer = windows("hour", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().getString("detail")).contains("from", "to");
  }

  @Test
  void refusesAMillionWindows() {
    Answer answer = windows("minute", "2024-01-01T00:00:00Z", "2026-01-01T00:00:00Z");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().getString("detail")).contains("windows", "10000");
  }

  @Test
  void answersTenThousandWindows() {
    Answer answer = windows("minute", "2026-01-01T00:00:00Z", "2026-01-07T22:40:00Z");

    assertThat(answer.expect(200).json().getJsonArray("windows")).hasSize(10_000);
  }

  private static Answer windows(String granularity, String from, String to) {
    String query = "/windows?granularity=" + granularity + "&from=" + from + "&to=" + to;
    return api.get(Api.path("default", ErrorTable.COUNTER) + query);
  }
}
