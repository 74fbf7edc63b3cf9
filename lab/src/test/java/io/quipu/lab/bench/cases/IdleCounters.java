package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.HandMadeStep;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import io.quipu.testing.dev.KeyspaceStores;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Counters that were settled long ago: their names and states, straight into the stores. Nothing
 * may be recorded meanwhile.
 */
final class IdleCounters {
  /** Of a page in one step. */
  private static final int TOGETHER = 1_000;

  /** In memory. */
  private static final int LOT = 100_000;

  private static final int PAGES_AT_ONCE = 16;

  private final KeyspaceStores keyspace;
  private final HandMadeStep step;

  IdleCounters(KeyspaceStores keyspace) {
    this.keyspace = keyspace;
    this.step =
        new HandMadeStep(
            keyspace.stores().pages(), EventTime.of(Instant.now().minus(Duration.ofHours(1))));
  }

  void make(int counters) {
    for (int first = 0; first < counters; first += LOT) {
      make(first, Math.min(counters, first + LOT));
    }
  }

  private void make(int first, int end) {
    Map<Integer, List<CounterName>> pages =
        IntStream.range(first, end)
            .mapToObj(i -> new CounterName("idle", "idle-" + i))
            .collect(groupingBy(keyspace.layout()::page));
    keyspace.call(
        () ->
            BoundedConcurrency.forEach(
                PAGES_AT_ONCE, pages.entrySet(), page -> make(page.getKey(), page.getValue())));
  }

  /** One step after the other: of two at once, one would be superseded. */
  private CompletionStage<Void> make(int page, List<CounterName> counters) {
    return BoundedConcurrency.forEach(
        1,
        BoundedConcurrency.chunks(counters, TOGETHER),
        chunk ->
            step.take(
                    page,
                    List.of(),
                    (before, until) ->
                        chunk.stream().collect(toMap(name -> name, name -> settled(name, until))))
                .thenCompose(
                    done ->
                        RowWriter.persistently(
                            () ->
                                keyspace
                                    .stores()
                                    .names()
                                    .enter(keyspace.layout().part(page), chunk))));
  }

  /** As if all of it had come in its last minute; their counts differ. */
  private static CounterState settled(CounterName name, EventTime until) {
    Tally all = Tally.of(1 + Math.floorMod(name.hashCode() * 31L, 1_000_000), 1);
    Map<Window, Tally> open =
        Arrays.stream(Granularity.values())
            .collect(toMap(granularity -> granularity.windowOf(until), granularity -> all));
    return new CounterState(all, until, open, PendingFacts.NONE, 1 << RetentionClass.USUAL);
  }
}
