package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.counters.MemoryEngine;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeHttpTest extends HttpTest {
  private static final Instant NOW = MemoryEngine.UNTIL.instant();

  @BeforeEach
  void namespaces() {
    service.namespaces.put(
        "late",
        TestNamespaces.withSettings(Namespace.of("late", "event"), Map.of(Lateness.SETTING, "7d")));
  }

  private static String before(Duration some) {
    return NOW.minus(some).toString();
  }

  private static String event(String namespace, String time) {
    return "{\"namespace\":\"" + namespace + "\",\"counter\":\"a\",\"time\":\"" + time + "\"}";
  }

  private HttpResponse<String> record(String namespace, String time) {
    return post(
        "/v1/counters/" + namespace + "/a/events",
        JSON,
        "{\"id\":\"x\",\"time\":\"" + time + "\"}");
  }

  private long minute() {
    return service.appends.remove().events().get(0).minute();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 61, 3_600, 6 * 86_400, -240})
  void countsAnEventInTheMinuteOfItsTime(long seconds) {
    Duration earlier = Duration.ofSeconds(seconds);
    assertThat(record("late", before(earlier)).statusCode()).isEqualTo(201);
    assertThat(minute()).isEqualTo(EventMinute.of(EventTime.of(NOW.minus(earlier))));
  }

  @Test
  void takesAnyOffset_andAnEventWithoutATimeCountsWhenItIsRecorded() {
    assertThat(record("late", "2026-01-01T08:30:00+05:45").statusCode()).isEqualTo(201);
    assertThat(minute()).isEqualTo(Instant.parse("2026-01-01T02:45:00Z").getEpochSecond());
    assertThat(post("/v1/counters/late/a/events", JSON, "{}").statusCode()).isEqualTo(201);
    assertThat(service.appends.remove().events()).containsExactly(Event.ONE);
  }

  @Test
  void withoutLateness_aTimeCloseToNowCountsWhenRecorded() {
    assertThat(record("default", before(Duration.ofMinutes(4))).statusCode()).isEqualTo(201);
    assertThat(minute()).isEqualTo(EventMinute.OWN);
  }

  @ParameterizedTest
  @CsvSource({"late, 604_900", "late, -400", "default, 400", "default, -400"})
  void refusesATimeThatIsTooFarFromNow(String namespace, String seconds) {
    Duration earlier = Duration.ofSeconds(Long.parseLong(seconds.replace("_", "")));
    JsonObject problem = json(record(namespace, before(earlier)));

    assertThat(problem.getString("type")).isEqualTo("/problems/late-event");
    assertThat(problem.getInteger("status")).isEqualTo(400);
    assertThat(problem.getString("field")).isEqualTo("time");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void ofManyNothingIsRecorded_ifOneIsLate_andThatOneIsNamed() {
    String body =
        "["
            + String.join(
                ",",
                event("late", before(Duration.ofDays(2))),
                event("default", before(Duration.ZERO)),
                event("default", before(Duration.ofDays(2))))
            + "]";
    JsonObject problem = json(post("/v1/events", JSON, body));

    assertThat(problem.getString("type")).isEqualTo("/problems/late-event");
    assertThat(problem.getString("field")).isEqualTo("events[2].time");
    assertThat(problem.getInteger("index")).isEqualTo(2);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void ofACloudEvent_itsTimeIsNamed() {
    String event =
        """
        {"specversion":"1.0","id":"7","source":"/s","type":"late","subject":"a","time":"%s"}
        """;
    String type = "application/cloudevents+json";
    assertThat(post("/v1/events", type, event.formatted(before(Duration.ofHours(5)))).statusCode())
        .isEqualTo(201);
    assertThat(minute()).isEqualTo(EventMinute.of(EventTime.of(NOW.minus(Duration.ofHours(5)))));
    JsonObject late = json(post("/v1/events", type, event.formatted(before(Duration.ofDays(9)))));
    assertThat(late.getString("type")).isEqualTo("/problems/late-event");
    assertThat(late.getString("field")).isEqualTo("time");
    JsonObject wrong = json(post("/v1/events", type, event.formatted("yesterday")));
    assertThat(wrong.getString("type")).isEqualTo("/problems/invalid-event");
    assertThat(wrong.getString("field")).isEqualTo("time");
  }
}
