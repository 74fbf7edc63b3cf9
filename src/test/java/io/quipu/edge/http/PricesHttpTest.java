package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.Granularity;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.MeasuredRates;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A request costs what it reads or records, whatever it is called. */
class PricesHttpTest extends HttpTest {
  private final MeasuredRates rates = new MeasuredRates();
  private final Random random = new Random(46);

  @Override
  TestService service() {
    return new TestService(
        options ->
            options.access =
                new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits()));
  }

  private void expectPrice(long price) {
    assertThat(rates.paid()).as("of the caller").isEqualTo(price);
    assertThat(rates.paidOf("votes")).as("of the namespace").isEqualTo(price);
  }

  private static String each(int many, String each) {
    return IntStream.range(0, many).mapToObj(each::formatted).collect(Collectors.joining(","));
  }

  @Test
  void countersAndEventsCostOneEach() {
    for (int i = 0; i < 20; i++) {
      int many = i == 0 ? 1 : 1 + random.nextInt(1_000);
      String named = each(many, "{\"namespace\":\"votes\",\"counter\":\"c%d\"}");
      assertThat(post("/v1/counts", JSON, "{\"counters\":[" + named + "]}").statusCode())
          .isEqualTo(200);
      expectPrice(many);
      assertThat(post("/v1/events", JSON, "[" + named + "]").statusCode()).isEqualTo(201);
      expectPrice(many);
      assertThat(
              post("/v1/counters/votes/a/events", JSON, "[" + each(many, "{\"delta\":1}") + "]")
                  .statusCode())
          .isEqualTo(201);
      expectPrice(many);
    }
  }

  /** A counter that is named twice is read once. */
  @Test
  void whatIsReadOnceCostsOne() {
    String twice = "{\"namespace\":\"votes\",\"counter\":\"c\"}".repeat(2).replace("}{", "},{");
    assertThat(post("/v1/counts", JSON, "{\"counters\":[" + twice + "]}").statusCode())
        .isEqualTo(200);
    expectPrice(1);
  }

  /** One that cannot be answered costs 1. */
  @Test
  void eachQuestionCostsWhatItsReadCosts() {
    String all =
        String.join(
            ",",
            "{'id': '0', 'namespace': 'votes', 'counter': 'a', 'ask': 'count'}",
            "{'id': '1', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'}",
            "{'id': '2', 'namespace': 'votes', 'ask': 'top'}",
            "{'id': '3', 'namespace': 'votes', 'counter': 'a', 'ask': 'windows',"
                + " 'granularity': 'minute', 'range': {'from': '2026-01-01', 'to': '2026-01-02'}}");
    String none = "{'id': '4', 'namespace': 'votes', 'counter': 'a', 'ask': 'series'}";
    String body = "{'queries': [" + all + "," + none + "]}";
    assertThat(post("/v1/query", JSON, body.replace('\'', '"')).statusCode()).isEqualTo(200);
    assertThat(rates.paid()).isEqualTo(1 + 1 + 10 + 7 + 1);
    assertThat(rates.paidOf("votes")).isEqualTo(1 + 1 + 10 + 7);
  }

  /** The price of minutes from the beginning of an hour on, in partitions of an hour each. */
  private static int ofMinutes(int minutes) {
    return Math.max(1, (minutes + 59) / 60 / 4 + minutes / 1_000);
  }

  @Test
  void whatIsReadTogetherCostsLess() {
    for (int i = 0; i < 20; i++) {
      int minutes = i == 0 ? 1 : 1 + random.nextInt(10_000);
      Instant to = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofMinutes(minutes));
      String range = "from=2026-01-01T00:00:00Z&to=" + to;
      expectOk("/v1/counters/votes/a/windows?granularity=minute&" + range);
      expectPrice(ofMinutes(minutes));
      int limit = 1 + random.nextInt(1_000);
      expectOk("/v1/counters/votes?limit=" + limit);
      expectPrice(Math.max(1, limit / 100));
      expectOk("/v1/namespaces?limit=" + limit);
      assertThat(rates.paid()).isEqualTo(Math.max(1, limit / 100));
    }
    // 24 partitions: months of days, and at the ends days of hours and hours of minutes
    expectOk(
        "/v1/counters/votes/a/total?from=2026-01-01T00:01:00Z&to=2026-09-06T23:59:00Z"
            + "&compare=previous");
    expectPrice(6);
  }

  @Test
  void aRankingComparesAllCounters() {
    for (String ranking : new String[] {"/top", "/top?n=1", "?order=count"}) {
      expectOk("/v1/counters/votes" + ranking);
      expectPrice(10);
    }
    expectOk("/v1/counters/votes/a");
    expectPrice(1);
  }

  /** The windows are added up for each counter: a day, or a year in 13 partitions. */
  @Test
  void aRankingByTimeCostsItsWindowsToo() {
    expectOk("/v1/counters/votes/top?granularity=day&window=2025-01-01T00:00:00Z");
    expectPrice(10);
    expectOk("/v1/counters/votes/top?granularity=year&window=2025-01-01T00:00:00Z");
    expectPrice(13);
  }

  /** How many series there are is known only once they are read, so most of the price is a debt. */
  @Test
  void eachSeriesOfARangeCostsItsWindows() {
    int series = 1 + random.nextInt(50);
    breakDown(series, Granularity.values());
    for (int i = 0; i < 20; i++) {
      int minutes = 1 + random.nextInt(900);
      int limit = 1 + random.nextInt(10);
      Instant to = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofMinutes(minutes));
      String range = "from=2026-01-01T00:00:00Z&to=" + to + "&by=country&limit=" + limit;
      // the hours and minutes of a total are in 2 partitions
      expectOk("/v1/counters/votes/a/total?" + range);
      expectPrice(10 + series);
      expectOk("/v1/counters/votes/a/windows?granularity=minute&" + range);
      expectPrice(10 + series + Math.min(limit, series) * ofMinutes(minutes));
      expectOk("/v1/counters/votes/a?by=country&limit=" + limit);
      expectPrice(10);
      expectOk("/v1/counters/votes/a?by=country&order=name&limit=" + 100 * limit);
      expectPrice(limit);
    }
  }

  /** As much as a request without a limit may add up. */
  @Test
  void totalsOfSeriesHaveABound() {
    breakDown(1, Granularity.MINUTE);
    String total = "/v1/counters/votes/a/total?by=country&from=-6d";
    expectOk(total);
    expectOk(total + "&limit=115");
    for (String limit : new String[] {"116", "1000"}) {
      HttpResponse<String> refused = get(total + "&limit=" + limit);
      expectProblem(refused, 400, "invalid-request", "limit");
      assertThat(refused.body()).contains("a limit of 115");
    }
  }

  /** Makes votes a namespace by country, and so many series of its counter a. */
  private void breakDown(int series, Granularity... windows) {
    Namespace usual = Namespace.of("votes", "event");
    service.namespaces.put(
        "votes",
        new Namespace(
            "votes",
            usual.kind(),
            usual.deduplicate(),
            usual.retain(),
            usual.shards(),
            Set.of(windows),
            Map.of(Breakdowns.LABELS, "country", Breakdowns.BREAKDOWNS, "country")));
    for (int i = 0; i < series; i++) {
      String key = new Series(0, List.of("c" + i)).key();
      service.tallies.put(new CounterName("votes", "a").with(key), Tally.of(i + 1, 1));
    }
  }

  /** The look-up that tells whether a namespace is public is paid by whoever causes it. */
  @Test
  void aBadgeCostsTheSame_shownOrRefused() {
    for (String namespace : new String[] {"votes", "nothing", "r123"}) {
      String badge = "/v1/counters/" + namespace + "/a/badge.svg";
      assertThat(send(to(badge).header("Sec-Fetch-Site", "cross-site")).statusCode())
          .as(badge)
          .isEqualTo(403);
      assertThat(rates.paid()).as(badge).isEqualTo(1);
    }
    expectOk("/v1/counters/votes/a/badge.svg");
    assertThat(rates.paid()).isEqualTo(1);
  }

  @Test
  void listsOfDeletionsCostAsOthers() {
    expectOk("/v1/namespaces?deleting=true&limit=1000");
    assertThat(rates.paid()).isEqualTo(10);
  }

  /** Probes are never refused. */
  @Test
  void aScrapeCostsItsAddress_andProbesCostNothing() {
    for (String path : new String[] {"/metrics", "/livez", "/readyz"}) {
      expectOk(path);
    }
    assertThat(rates.paid()).isEqualTo(10);
  }

  private void expectOk(String path) {
    assertThat(get(path).statusCode()).as(path).isEqualTo(200);
  }
}
