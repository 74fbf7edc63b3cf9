package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rows that are collected while nobody notices, once all pages beside theirs have passed them. That
 * takes two minutes where something is recorded on them now and then; the clock is moved on.
 */
@Thorough
@EndToEnd
class CollectionIT {
  private static final int EVENTS = 300;
  private static final Duration COLLECTED = Duration.ofMinutes(4);
  private static final List<String> SHORT = List.of("short", "unique");

  /** Of rows that are kept no longer than they are needed. */
  private static final int SHORTEST = RetentionClass.of(new TimeSpan("0s"));

  /** So many that there are some in each part of the keyspace. */
  private static final String ELSEWHERE =
      IntStream.range(0, 100)
          .mapToObj("{\"counter\": \"elsewhere-%d\"}"::formatted)
          .collect(Collectors.joining(",", "[", "]"));

  /** Shorter than the lease: to the group, heartbeats are late and no more. */
  private static final Duration STEP = Duration.ofSeconds(40);

  /** A page that has nothing to settle is moved every other minute, and has to be moved twice. */
  private static final int STEPS = 6;

  private final MovedClock clock = new MovedClock();
  private RunningQuipu quipu;
  private CqlSession session;
  private String keyspace;

  @BeforeEach
  void start(TestCassandra cassandra) {
    session = cassandra.session();
    keyspace = cassandra.freshKeyspace();
    quipu =
        RunningQuipu.start(
            2,
            cassandra.contactPoint(),
            keyspace,
            Map.of(
                "QUIPU_CHECKPOINT_PERIOD", "200ms",
                "QUIPU_COLLECTION_WAIT", "1s",
                "QUIPU_HEARTBEAT", "200ms",
                "QUIPU_LEASE", "60s"),
            clock);
    Api api = quipu.api(0);
    api.createNamespace("short", "{\"kind\": \"event\", \"retain\": \"0s\", \"shards\": 3}");
    api.createNamespace("unique", "{\"kind\": \"unique\", \"retain\": \"0s\"}");
    api.createNamespace("kept", "{\"kind\": \"event\", \"retain\": \"forever\"}");
  }

  @AfterEach
  void stop() {
    quipu.close();
  }

  @Test
  void countsStay_whenTheirRowsAreGone() {
    for (String namespace : List.of("short", "unique", "kept")) {
      quipu.api(0).record(namespace, "songs", events(0)).expect(201);
      quipu.api(1).record(namespace, "songs", events(EVENTS / 2)).expect(201);
    }
    quipu.api(0).record("short", "songs", "[{\"delta\": -7}, {}]").expect(201);
    assertCounts();
    assertThat(rows("short")).isPositive();

    passTime();
    await("the rows to be collected")
        .atMost(COLLECTED)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              recordElsewhere();
              for (String namespace : SHORT) {
                assertThat(rows(namespace)).isZero();
              }
              // Hours are named in the same table, and stay for as long as they last.
              assertThat(entries("event_directory", "hour > 0 AND class = " + SHORTEST)).isZero();
            });

    assertCounts();
    for (String namespace : SHORT) {
      assertThat(recount(namespace).getBoolean("complete")).isFalse();
    }
    JsonObject kept = recount("kept");
    assertThat(kept.getBoolean("complete")).isTrue();
    assertThat(kept.getLong("recounted")).isEqualTo(count("kept"));
    assertThat(rows("kept")).isPositive();
  }

  /** From every instance, in the total and in the windows; ids that are sent again add nothing. */
  private void assertCounts() {
    for (String namespace : List.of("short", "unique", "kept")) {
      assertThat(quipu.api(1).outcomes(namespace, "songs", events(0))).containsOnly("duplicate");
      for (int instance = 0; instance < 2; instance++) {
        Api api = quipu.api(instance);
        assertThat(api.settled(namespace, "songs").count()).isEqualTo(count(namespace));
        for (String granularity : List.of("minute", "hour", "day")) {
          assertThat(api.windowSum(namespace, "songs", granularity)).isEqualTo(count(namespace));
        }
      }
    }
  }

  private static long count(String namespace) {
    long distinct = EVENTS + EVENTS / 2;
    return namespace.equals("short") ? distinct - 6 : distinct;
  }

  private JsonObject recount(String namespace) {
    JsonObject report = quipu.api(0).recount(namespace, "songs");
    assertThat(report.getLong("drift")).isZero();
    return report;
  }

  private long rows(String namespace) {
    return entries("event", "namespace = '" + namespace + "'");
  }

  private long entries(String table, String condition) {
    return Objects.requireNonNull(
            session
                .execute(
                    "SELECT COUNT(*) FROM %s.%s WHERE %s ALLOW FILTERING"
                        .formatted(keyspace, table, condition))
                .one())
        .getLong(0);
  }

  private void passTime() {
    for (int i = 0; i < STEPS; i++) {
      clock.moveOn(STEP);
      Map<UUID, Long> before = heartbeats();
      await("a heartbeat that began after the clock was moved")
          .until(
              () ->
                  heartbeats().entrySet().stream()
                      .allMatch(
                          beat -> beat.getValue() > before.getOrDefault(beat.getKey(), 0L) + 1));
      recordElsewhere();
    }
  }

  /** On counters of all parts: only what goes on passes what was recorded before. */
  private void recordElsewhere() {
    quipu.api(0).post("/v1/events", "application/json", ELSEWHERE).expect(201);
  }

  /** How many heartbeats each living writer has sent. */
  private Map<UUID, Long> heartbeats() {
    return session
        .execute("SELECT writer, seq, state FROM %s.writer".formatted(keyspace))
        .all()
        .stream()
        .filter(row -> "live".equals(row.getString("state")))
        .collect(Collectors.toMap(row -> row.getUuid("writer"), row -> row.getLong("seq")));
  }

  private static String events(int first) {
    return IntStream.range(first, first + EVENTS)
        .mapToObj("{\"id\": \"%d\"}"::formatted)
        .collect(Collectors.joining(",", "[", "]"));
  }
}
