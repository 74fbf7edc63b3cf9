package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Counters that reach the same version in several lives, as those do that are not on pages. */
class TagsOfLivesTest extends HttpTest {
  private static final String COUNTER = "/v1/counters/votes/a";
  private static final List<String> READ =
      List.of(COUNTER + " application/json", COUNTER + " text/csv", COUNTER + "/badge.svg */*");
  private static final int LIVES = 3;

  @Test
  void haveAnotherTagInEachLife_soThatNobodyIsToldThatAnOldCountIsCurrent() {
    Map<String, List<String>> before = new HashMap<>();
    for (int life = 0; life < LIVES; life++) {
      for (int purged = 0; purged < LIVES; purged++) {
        begin(life, purged);
        for (String read : READ) {
          String tag = header(read(read, "\"none\""), "ETag");
          List<String> others = before.computeIfAbsent(read, first -> new ArrayList<>());
          for (String other : others) {
            assertThat(read(read, other).statusCode()).as(read + " " + other).isEqualTo(200);
          }
          assertThat(others).doesNotContain(tag);
          assertThat(read(read, tag).statusCode()).as(tag).isEqualTo(304);
          others.add(tag);
        }
      }
    }
  }

  private HttpResponse<String> read(String read, String tag) {
    String[] parts = read.split(" ", 2);
    return send(to(parts[0]).header("Accept", parts[1]).header("If-None-Match", tag));
  }

  private void begin(int life, int purged) {
    service.close();
    startService();
    service.namespaces.put("votes", votes(life, purged));
    service.onCount =
        counter ->
            CompletableFuture.completedFuture(
                new Count(counter, Tally.of(5, 5), TestService.UNTIL, Tally.ZERO));
  }

  private static Namespace votes(int life, int purged) {
    Namespace votes =
        TestNamespaces.withSettings(
            Namespace.of("votes", "event"), Map.of(Namespace.LIFE, Integer.toString(life)));
    CounterLives lives = CounterLives.NONE;
    for (int i = 1; i <= purged; i++) {
      Purge purge = new Purge(i, NameDigest.of("a"), i);
      lives = lives.with(List.of(purge));
      votes = votes.purged(purge).knowing(lives);
    }
    return votes;
  }
}
