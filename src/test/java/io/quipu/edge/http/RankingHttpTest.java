package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.counters.MemoryEngine;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.windows.Window;
import java.net.http.HttpResponse;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RankingHttpTest extends HttpTest {
  private static final List<ListedCounter> FIRST =
      List.of(
          new ListedCounter("b \u00e9", Tally.of(9, 2)),
          new ListedCounter("a", Tally.of(9, 9)),
          new ListedCounter("c", Tally.of(-1, 1)));
  private static final Tally SUM = Tally.of(21, 16);

  private final ConcurrentLinkedQueue<Ranked> asked = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void rank() {
    service.onRanking =
        ranked -> {
          asked.add(ranked);
          return CompletableFuture.completedFuture(
              new Ranking(FIRST, 7, SUM, MemoryEngine.ranges(ranked, SUM), TestService.UNTIL));
        };
  }

  @Test
  void answersAsAList_withHowManyThereAre_andUpToWhenTheyAreIn() {
    assertThat(get("/v1/counters/votes?order=count&limit=2&prefix=a%20").body())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"b \u00e9\",\"count\":9,\"events\":2},"
                + "{\"counter\":\"a\",\"count\":9,\"events\":9}],"
                + "\"total\":7,\"sum\":{\"count\":21,\"events\":16},\"asOf\":\"2026-01-01T12:00:00.123Z\"}");
    assertThat(asked)
        .containsExactly(new Ranked(service.namespaces.get("votes"), NameRange.of("a "), null));
    assertThat(json(get("/v1/counters/votes/top")).getJsonArray("counters")).hasSize(3);
    assertThat(json(get("/v1/counters/votes/top?n=1")).getJsonArray("counters")).hasSize(1);
  }

  @Test
  void asksForAllShards_andForTheWindow() {
    service.namespaces.put(
        "votes",
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 3, Set.of(Granularity.HOUR)));
    Window hour = Granularity.HOUR.windowOf(EventTime.of(Instant.parse("2026-01-01T10:00:00Z")));
    get("/v1/counters/votes/top?granularity=hour&window=2026-01-01T11:00:00%2B01:00");
    get("/v1/counters/votes/top?granularity=hour&prefix=a");

    assertThat(asked.remove())
        .isEqualTo(
            new Ranked(
                service.namespaces.get("votes"),
                NameRange.ALL,
                new TimeRange(hour.startSecond(), hour.end().epochSecond())));
    assertThat(Objects.requireNonNull(asked.peek()).names()).isEqualTo(NameRange.of("a"));
    TimeRange now = Objects.requireNonNull(asked.remove().time());
    assertThat(now.startSecond()).as("that of now").isGreaterThan(hour.startSecond());
    HttpResponse<String> other = get("/v1/counters/votes/top?granularity=day");
    assertThat(json(other).getString("field")).isEqualTo("granularity");
  }

  @Test
  void ranksDaysAndMonthsOfAZone() {
    Set<Granularity> kept = Set.of(Granularity.HOUR, Granularity.DAY);
    service.namespaces.put(
        "votes", namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, kept));
    String top = "/v1/counters/votes/top?tz=Europe/Zurich&granularity=";
    get(top + "day&window=2026-03-29T00:00:00%2B01:00");
    get(top + "month&window=2026-02-28T23:00:00Z");
    get(top + "week&window=-1w");

    assertThat(asked.remove().time())
        .as("a day of 23 hours")
        .isEqualTo(range("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"));
    assertThat(asked.remove().time())
        .isEqualTo(range("2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"));
    TimeRange week = Objects.requireNonNull(asked.remove().time());
    assertThat(week.end().instant()).isBefore(Instant.now());
    assertThat(week.start().instant().atZone(ZoneId.of("Europe/Zurich")).getDayOfWeek())
        .isEqualTo(DayOfWeek.MONDAY);
    HttpResponse<String> halves = get("/v1/counters/votes/top?granularity=day&tz=Asia/Kolkata");
    assertThat(json(halves).getString("field")).isEqualTo("tz");
  }

  @Test
  void ranksNamedRanges() {
    Set<Granularity> kept = Set.of(Granularity.HOUR, Granularity.DAY);
    service.namespaces.put(
        "votes", namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, kept));
    String top = "/v1/counters/votes/top?tz=Europe/Zurich&range=";
    get(top + "7d");
    get(top + "last-week");
    get(top + "all");

    ZoneId zurich = ZoneId.of("Europe/Zurich");
    TimeRange days = Objects.requireNonNull(asked.remove().time());
    assertThat(days.start().instant().atZone(zurich).getHour()).isZero();
    assertThat(days.end().instant()).as("the hour that is under way").isAfter(Instant.now());
    TimeRange week = Objects.requireNonNull(asked.remove().time());
    assertThat(week.start().instant().atZone(zurich).getDayOfWeek()).isEqualTo(DayOfWeek.MONDAY);
    assertThat(week.end().instant()).isBefore(Instant.now());
    assertThat(asked.remove().time()).isNull();
    for (String wrong : List.of("90d", "today&granularity=day", "today&window=-1d")) {
      assertThat(json(get(top + wrong)).getString("field")).as(wrong).isEqualTo("range");
    }
    assertThat(json(get("/v1/counters/votes/top?range=today&tz=Asia/Kolkata")).getString("field"))
        .isEqualTo("tz");
    assertThat(asked).isEmpty();
  }

  @Test
  void ranksRangesWithBounds() {
    Set<Granularity> kept = Set.of(Granularity.HOUR, Granularity.DAY);
    service.namespaces.put(
        "votes", namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, kept));
    String top = "/v1/counters/votes/top?tz=Europe/Zurich&";
    get(top + "from=2026-03-28&to=2026-03-30T00:00:00%2B02:00");
    get(top + "from=-2h");

    assertThat(asked.remove().time())
        .isEqualTo(range("2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"));
    TimeRange hours = Objects.requireNonNull(asked.remove().time());
    assertThat(hours.endSecond() - hours.startSecond())
        .as("the hour that is under way")
        .isEqualTo(3 * 3600);
    Map.of(
            "to=2026-03-28", "from",
            "from=2026-03-28&to=2026-03-28", "from",
            "from=2026-03-28T12:30:00Z", "from",
            "from=2026-03-28&range=7d", "range",
            "from=2026-03-28&window=-1d", "from",
            "to=2026-03-28&granularity=day", "to")
        .forEach(
            (wrong, field) ->
                assertThat(json(get(top + wrong)).getString("field")).as(wrong).isEqualTo(field));
    assertThat(asked).isEmpty();
  }

  @Test
  void addsUpNoMoreWindowsThanAreInADayOfMinutes() {
    service.namespaces.put(
        "votes",
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, Set.of(Granularity.MINUTE)));
    assertThat(get("/v1/counters/votes/top?granularity=week").body())
        .contains("\"field\":\"granularity\"", "10080", "1500");
    assertThat(asked).isEmpty();
  }

  private static TimeRange range(String start, String end) {
    return new TimeRange(
        Instant.parse(start).getEpochSecond(), Instant.parse(end).getEpochSecond());
  }

  @Test
  void saysNothing_ofUpToWhen_whereNothingCanBeSaid() {
    service.onRanking =
        ranked ->
            CompletableFuture.completedFuture(
                new Ranking(
                    List.of(),
                    0,
                    Tally.ZERO,
                    MemoryEngine.ranges(ranked, Tally.ZERO),
                    EventTime.MIN));
    assertThat(get("/v1/counters/votes/top").body())
        .isEqualTo("{\"counters\":[],\"total\":0,\"sum\":{\"count\":0,\"events\":0}}");
  }

  @Test
  void isUnavailable_whereThereIsTooMuchToDo_orItTakesTooLong() {
    service.onRanking =
        ranked -> CompletableFuture.failedFuture(StoreUnavailable.busy("Too many rankings."));
    HttpResponse<String> busy = get("/v1/counters/votes/top");
    assertThat(busy.statusCode()).isEqualTo(503);
    assertThat(json(busy).getString("detail")).isEqualTo("Too many rankings.");
    assertThat(header(busy, "Retry-After")).isNotEmpty();
    service.onRanking = ranked -> new CompletableFuture<>();
    HttpResponse<String> slow = get("/v1/counters/votes/top");
    assertThat(slow.statusCode()).isEqualTo(503);
    assertThat(json(slow).getString("detail")).contains("still being made");
  }

  @Test
  void isNoCounter_butOneOfThatNameCanBeReached() {
    assertThat(json(get("/v1/counters/votes/%74op")).getString("counter")).isEqualTo("top");
    assertThat(post("/v1/counters/votes/top/events", JSON, "{}").statusCode()).isEqualTo(201);
    assertThat(get("/v1/counters/nobodys/top").statusCode()).isEqualTo(404);
  }
}
