package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.checkpoint.collect.WindowCollection;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Tracing;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedErasure;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Instances that settle and collect in one group; times are in seconds after noon. */
class SettlingTest {
  private static final List<CounterName> COUNTERS =
      IntStream.range(0, 40).mapToObj(i -> new CounterName("votes", "c" + i)).toList();

  /** A class of rows that may go as soon as they are settled. */
  private static final int AT_ONCE = 0;

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime noon = time.wall();
  private final ScriptedStores stores = new ScriptedStores();

  /** An instance; it ends when the test does. */
  private final class Instance {
    UUID self;
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final Settling settling;

    Instance(long number) {
      this(number, DeletionSources.NONE);
    }

    Instance(long number, DeletionSources deleted) {
      self = new UUID(number, number);
      settling =
          new Settling(
              stores.site(time, time),
              List.of(),
              new RowShare(1_000_000),
              new Settling.Pace(Duration.ofMillis(200)),
              deleted,
              (page, until) -> {},
              new SettlingReports(
                  new CheckpointMeters(registry), new CollectionMeters(registry), Tracing.NONE));
      settling.start();
    }

    void hear(long horizon, UUID... settlers) {
      EventTime now = second(horizon);
      settling.onView(new WriterView(self, now, noon, now, List.of(settlers), EndedWriters.NONE));
    }

    double count(String meter) {
      return registry.get(meter).counter().count();
    }

    double pages() {
      return registry.get("quipu.checkpoint.pages").gauge().value();
    }

    double superseded() {
      return registry.get("quipu.checkpoints").tag("outcome", "superseded").counter().count();
    }
  }

  private void putAll(long second) {
    for (CounterName counter : COUNTERS) {
      EventRow row = new EventRow(second(second).timeuuid(0, 1), 1, 1, null);
      stores.events.put(AT_ONCE, 0, counter, row);
    }
  }

  private void requireSettled(long events) {
    assertThat(COUNTERS)
        .allSatisfy(
            counter ->
                assertThat(stores.pages.stored(stores.layout.page(counter), counter).total())
                    .isEqualTo(Tally.of(events, events)));
  }

  @Test
  void doesNothingBeforeItHasJoined_orAfterItHasStopped() {
    Instance one = new Instance(1);
    putAll(1);
    time.pass(Duration.ofSeconds(10));
    assertThat(stores.directory.script.calls()).isEmpty();
    one.settling.stop();
    one.hear(5, one.self);
    time.pass(Duration.ofSeconds(10));
    assertThat(stores.directory.script.calls()).isEmpty();
  }

  @Test
  void twoShareThePages_andTheSecondTakesOverFromTheFirst() {
    Instance one = new Instance(1);
    Instance two = new Instance(2);
    for (long round = 1; round <= 3; round++) {
      putAll(5 * round - 1);
      one.hear(5 * round, one.self, two.self);
      two.hear(5 * round, one.self, two.self);
      time.pass(Duration.ofSeconds(5));
      requireSettled(round);
    }
    assertThat(one.pages() + two.pages()).isEqualTo(stores.layout.pages());
    assertThat(one.count("quipu.events.settled") + two.count("quipu.events.settled"))
        .isEqualTo(3 * COUNTERS.size());
    assertThat(one.superseded() + two.superseded()).isZero();

    one.settling.stop();
    putAll(19);
    two.hear(20, two.self);
    time.pass(Duration.ofSeconds(5));
    requireSettled(4);
    assertThat(two.pages()).isEqualTo(stores.layout.pages());
  }

  @Test
  void saysHowFarBehindItIs_untilAllIsSettled() {
    Instance one = new Instance(1);
    one.hear(0, one.self);
    time.pass(Duration.ofSeconds(1));
    stores.pages.script.down(true);
    putAll(2);
    one.hear(40, one.self);
    // An idle part is looked at every five seconds.
    time.pass(Duration.ofSeconds(6));
    assertThat(one.registry.get("quipu.unsettled.age.seconds").gauge().value())
        .isBetween(35.0, 45.0);
    assertThat(one.registry.get("quipu.part.lag.seconds").gauges())
        .hasSize(stores.layout.parts())
        .allSatisfy(lag -> assertThat(lag.value()).isBetween(35.0, 45.0));
  }

  /** Others may have seen it join under its new number before it knew of that itself. */
  @Test
  void settlesItsPages_underTheNumberUnderWhichItJoinedAgain() {
    Instance one = new Instance(1);
    UUID again = new UUID(3, 3);
    one.hear(0, again);
    assertThat(one.pages()).isZero();
    one.self = again;
    one.hear(0, again);
    assertThat(one.pages()).isEqualTo(stores.layout.pages());
  }

  @Test
  void settlesAtOnce_whenItIsHastened() {
    Instance one = new Instance(1);
    one.hear(0, one.self);
    time.pass(Duration.ofSeconds(1));
    putAll(1);
    for (int page = 0; page < stores.layout.pages(); page++) {
      one.settling.hasten(page, second(1));
    }
    one.hear(2, one.self);
    time.passMillis(200);
    requireSettled(1);
  }

  @Test
  void collectsWhatWasSettled() {
    Instance one = new Instance(1);
    putAll(1);
    for (long minute = 1; minute <= 80; minute++) {
      one.hear(60 * minute, one.self);
      time.pass(Duration.ofMinutes(1));
    }
    requireSettled(1);
    assertThat(COUNTERS).allSatisfy(each -> assertThat(stores.events.rowsOf(each)).isEmpty());
    long hour = EventPartition.hourOf(noon);
    for (int part = 0; part < stores.layout.parts(); part++) {
      assertThat(stores.directory.named(part, hour)).isEmpty();
      assertThat(stores.directory.hours(part)).isEmpty();
    }
    assertThat(one.count("quipu.partitions.collected")).isEqualTo(stores.layout.parts());
  }

  @Test
  void looksForDeletions_whileCollectionWaitsForAnAnswer() {
    ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
    namespaces.script.hold(Call.PURGED, true);
    Erasure erasure = new SimulatedErasure(CalmCluster.of(1).driver(), stores.layout.parts());
    Duration pause = Duration.ofSeconds(5);
    Instance one =
        new Instance(
            1,
            new DeletionSources(
                new WindowCollection.Source(CompletableFuture::new, pause),
                new ErasureSource(namespaces, erasure, Map.of(), pause)));
    one.hear(0, one.self);
    time.pass(pause.multipliedBy(4));
    assertThat(namespaces.script.calls(Call.PURGED)).as("waits for an answer, too").isOne();
    assertThat(namespaces.script.calls(Call.DELETIONS)).isGreaterThanOrEqualTo(4);
  }

  @Test
  void aPartThatCannotBeReadHoldsUpNoOther() {
    Instance one = new Instance(1);
    one.hear(0, one.self);
    time.pass(Duration.ofSeconds(1));
    putAll(1);
    stores.directory.script.down(0, true);
    one.hear(5, one.self);
    time.pass(Duration.ofSeconds(5));
    assertThat(COUNTERS)
        .allSatisfy(
            counter -> {
              int page = stores.layout.page(counter);
              boolean settled = stores.pages.header(page).until().equals(second(5));
              assertThat(settled).isEqualTo(stores.layout.part(page) == 1);
            });
    assertThat(stores.directory.script.calls(ScriptedEventDirectory.Call.LOOK)).isPositive();
    stores.directory.script.down(0, false);
    time.pass(Duration.ofSeconds(5));
    requireSettled(1);
  }
}
