package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A collector of two parts of two pages each. */
abstract class CollectorFixture extends StoresFixture {
  /** Rows that may go as soon as they are settled. */
  static final int AT_ONCE = 0;

  static final int A_MINUTE = 1;
  static final int HOUR = 3_600;
  static final Duration WAIT = Duration.ofMinutes(1);
  static final Duration PAUSE = Duration.ofSeconds(20);
  static final List<Integer> BOTH = List.of(0, 1);

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final CollectionMeters meters = new CollectionMeters(registry);
  final Collector collector = collector();

  Collector collector() {
    return new Collector(stores.layout, stores.all(), time, meters);
  }

  EventPartition put(int retention, int part, long second) {
    EventPartition partition =
        new EventPartition(retention, EventPartition.bucketOf(second(second)), part);
    EventRow row = new EventRow(second(second).timeuuid(0, 1), 1, 1, null);
    stores.events.put(retention, 0, on(part), row);
    return partition;
  }

  /** A counter on the first page of a part. */
  CounterName on(int page) {
    return TestLayout.counter(stores.layout, page, "c");
  }

  /** A page has settled up to there, and taken a step more. */
  void settled(int page, long second) {
    stores.pages.settled(page, second(second), Map.of());
    stores.pages.settled(page, second(second).plusTicks(1), Map.of());
  }

  void allSettled(long second) {
    for (int page = 0; page < stores.layout.pages(); page++) {
      settled(page, second);
    }
  }

  CompletionStage<Void> begin(Collector one) {
    return one.round(BOTH, second(100 * HOUR));
  }

  void round() {
    Done.value(begin(collector));
  }

  boolean hasRows(EventPartition partition) {
    return !stores.events.rowsOf(on(partition.part())).isEmpty();
  }

  void requireKept(EventPartition partition) {
    assertThat(hasRows(partition)).isTrue();
    assertThat(stores.directory.isNamed(partition)).isTrue();
  }

  long serialReads() {
    return stores.pages.script.calls(ScriptedPageStore.Call.READ_SERIAL);
  }

  /** All that may go by now, whatever waits. */
  void collectAll() {
    for (int rounds = 0; rounds < 3; rounds++) {
      round();
      time.pass(WAIT);
    }
  }

  void settleAgain(long second) {
    settled(0, second);
    settled(2, second);
  }
}
