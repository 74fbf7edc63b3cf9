package io.quipu.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which counts become metrics, and what is shown while they cannot be read. */
class CountReadingTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Map<String, Namespace> namespaces = new TreeMap<>();
  private final Map<CounterName, Long> counts = new TreeMap<>();
  private final List<String> stale = new ArrayList<>();
  private boolean away;
  private final CountReading reading =
      new CountReading(
          () -> {
            List<String> found = new ArrayList<>(namespaces.keySet());
            found.addAll(stale);
            return Future.succeededFuture(found);
          },
          name -> Future.succeededFuture(Optional.ofNullable(namespaces.get(name))),
          this::read,
          TestKinds.TALLIES,
          new HandDrivenTime(),
          new CountMeters(registry));

  private Future<Void> read(Collection<KnownCounter> counters, Consumer<Answer> each) {
    if (away) {
      return Future.failedFuture("the store is away");
    }
    counters.forEach(
        one -> {
          Tally tally = Tally.of(counts.getOrDefault(one.name(), 0L), 1);
          each.accept(new Count(one.name(), tally, EventTime.MIN, Tally.ZERO));
        });
    return Future.succeededFuture();
  }

  private void ask(String namespace, String kind, List<String> names) {
    Namespace plain = Namespace.of(namespace, kind);
    namespaces.put(
        namespace,
        new Namespace(
            namespace,
            kind,
            plain.deduplicate(),
            plain.retain(),
            plain.shards(),
            plain.windows(),
            Map.of(CountMetrics.NAME, CountMetrics.text(names))));
  }

  private Map<String, Double> shown() {
    Map<String, Double> shown = new TreeMap<>();
    for (Gauge gauge : registry.find("quipu.count").gauges()) {
      shown.put(
          gauge.getId().getTag("namespace") + "/" + gauge.getId().getTag("counter"), gauge.value());
    }
    return shown;
  }

  private double leftOut() {
    return registry.get("quipu.counts.left.out").gauge().value();
  }

  @Test
  void showsTheCountersThatNamespacesName_andNoOthers() {
    ask("votes", "event", List.of("a", "an, ödd=name"));
    ask("visits", "event", List.of());
    counts.put(new CounterName("votes", "a"), 7L);
    counts.put(new CounterName("votes", "b"), 8L);
    assertThat(reading.read().succeeded()).isTrue();
    assertThat(shown()).isEqualTo(Map.of("votes/a", 7.0, "votes/an, ödd=name", 0.0));
    ask("votes", "event", List.of("b"));
    reading.read();
    assertThat(shown()).isEqualTo(Map.of("votes/b", 8.0));
  }

  /** A deleted namespace, and one of a kind that only later versions have. */
  @Test
  void leavesOutNamespacesThatItCannotRead() {
    ask("votes", "event", List.of("a"));
    ask("odd", "later", List.of("a"));
    stale.add("deleted");
    assertThat(reading.read().succeeded()).isTrue();
    assertThat(shown()).containsOnlyKeys("votes/a");
  }

  @Test
  void countsStayAsTheyWere_andBecomeOlder_whileTheyCannotBeRead() {
    assertThat(registry.get("quipu.counts.age.seconds").gauge().value()).isEqualTo(-1);
    ask("votes", "event", List.of("a"));
    counts.put(new CounterName("votes", "a"), 7L);
    reading.read();
    assertThat(registry.get("quipu.counts.age.seconds").gauge().value()).isNotNegative();
    away = true;
    counts.put(new CounterName("votes", "a"), 8L);
    assertThat(reading.read().failed()).isTrue();
    assertThat(shown()).isEqualTo(Map.of("votes/a", 7.0));
  }

  @Test
  void showsNoMoreThanItsBound_andTheSameOnes() {
    List<String> names = IntStream.range(0, CountMetrics.MOST).mapToObj(i -> "c" + i).toList();
    for (int i = 0; i < 60; i++) {
      ask("n%02d".formatted(i), "event", names);
    }
    reading.read();
    assertThat(shown())
        .hasSize(CountReading.MOST)
        .containsKey("n00/c0")
        .doesNotContainKey("n59/c0");
    assertThat(leftOut()).isEqualTo(200);
    namespaces.keySet().removeIf(name -> name.compareTo("n10") > 0);
    reading.read();
    assertThat(leftOut()).isZero();
  }
}
