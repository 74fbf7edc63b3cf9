package io.quipu.engine.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.kinds.CassandraSketchStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.WindowRun;
import io.quipu.engine.writer.GroupTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.internal.VertxInternal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Twenty writers record into a hundred counters with windows over a real Cassandra, most of them
 * killed, while hours end every few seconds. Update {@code i} of a counter adds 2^i, so that each
 * sum says which updates it has.
 */
@Thorough
@ExtendWith(CassandraExtension.class)
class SketchWindowWritersIT {
  private static final int AT_ONCE = 4;
  private static final int WRITERS = 20;
  private static final int CLIENTS = 4;
  private static final int COUNTERS = 100;
  private static final int UPDATES = 40;
  private static final int EVENTS = 250;

  /** Less than the states of the counters with their open windows. */
  private static final long STATE_BYTES = 150_000;

  /** The group time of recording is so much faster: an hour is six seconds at most. */
  private static final int FASTER = 600;

  /** What each update adds to the time, so that a fast machine sees hours end, too. */
  private static final long UPDATE_NANOS = Duration.ofHours(4).toNanos() / (COUNTERS * UPDATES);

  private static final Set<Granularity> WINDOWS = EnumSet.of(Granularity.HOUR, Granularity.DAY);

  private static OwnerContext owner;
  private static CassandraSession session;
  private static SketchStore store;

  private final AtomicInteger next = new AtomicInteger();
  private final FastClock clock = new FastClock();
  private final EventTime begin = clock.wall();
  private final SketchMeters meters = new SketchMeters(new SimpleMeterRegistry());
  private final SketchProcess[] processes = new SketchProcess[AT_ONCE];
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger inDoubt = new AtomicInteger();
  private final AtomicLongArray acknowledged = new AtomicLongArray(COUNTERS);

  private final class FastClock implements Clock {
    private final Clock real = Clock.system();
    private final EventTime origin = real.wall();
    private final long started = real.monotonicNanos();

    @Override
    public long monotonicNanos() {
      return FASTER * (real.monotonicNanos() - started) + UPDATE_NANOS * next.get();
    }

    @Override
    public EventTime wall() {
      return origin.plusTicks(monotonicNanos() / 100);
    }
  }

  @BeforeAll
  static void open(TestCassandra cassandra) {
    owner = new OwnerContext();
    session =
        CassandraStores.open(
            owner.vertx(),
            TestSessions.config(cassandra.contactPoint(), cassandra.reservedKeyspace()),
            CassandraSketchStore.STATEMENTS,
            null);
    store = owner.owned(SketchStore.class, new CassandraSketchStore(session, owner.context()));
  }

  @AfterAll
  static void close() {
    owner.close();
  }

  @Test
  void aMillionEventsAreExactInEachWindow_whoeverIsKilled_andShardsAreMerged() {
    for (int place = 0; place < AT_ONCE; place++) {
      start(place);
    }
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS * AT_ONCE; client++) {
      int own = client % AT_ONCE;
      clients.add(CompletableFuture.runAsync(() -> client(own), task -> new Thread(task).start()));
    }
    Random random = new Random(1);
    for (int gone = 0; started.get() < WRITERS; gone++) {
      int due = (gone + 1) * COUNTERS * UPDATES / (WRITERS - AT_ONCE + 1);
      await().atMost(Duration.ofMinutes(2)).until(() -> next.get() >= due);
      int place = random.nextInt(AT_ONCE);
      SketchProcess before = processes[place];
      if (gone % 4 == 3) {
        TestPatience.join(before.stop());
      }
      start(place);
      before.kill();
    }
    clients.forEach(TestPatience::join);
    EventTime end = clock.wall();
    for (int place = 1; place < AT_ONCE; place++) {
      processes[place].kill();
    }
    WindowRun hours = run(Granularity.HOUR, end);
    assertThat(hours.size()).as("hours").isGreaterThan(2);
    await("no shard of a window that is over, of whoever lives")
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertNoShards(hours));
    for (int counter = 0; counter < COUNTERS; counter++) {
      assertExact(counter, hours, run(Granularity.DAY, end));
    }
    System.out.printf(
        "%d writers, %d hours, %d of %d updates in doubt%n",
        started.get(), hours.size(), inDoubt.get(), COUNTERS * UPDATES);
  }

  private WindowRun run(Granularity granularity, EventTime end) {
    return new WindowRun(granularity.windowOf(begin), granularity.windowOf(end));
  }

  private void start(int place) {
    processes[place] =
        new SketchProcess(
            session,
            ((VertxInternal) owner.vertx()).createEventLoopContext(),
            meters,
            STATE_BYTES,
            this::withFastTime);
    started.incrementAndGet();
  }

  private Incarnation withFastTime(Incarnation real) {
    return new Incarnation(
        real.writer(),
        real.number(),
        real.floor(),
        real.lease(),
        new GroupTime(clock, clock.wall()));
  }

  private static CounterName counter(int number) {
    return new CounterName("windowed", "c" + number);
  }

  private void client(int own) {
    for (int i = next.getAndIncrement(); i < COUNTERS * UPDATES; i = next.getAndIncrement()) {
      int counter = i % COUNTERS;
      int number = i / COUNTERS;
      List<SketchValue> values =
          new ArrayList<>(Collections.nCopies(EVENTS, SketchValue.ofNumber("0")));
      values.set(0, SketchValue.ofNumber(Long.toString(1L << number)));
      SketchUpdate update =
          new SketchUpdate(counter(counter), SketchType.SUM, WINDOWS, values, List.of());
      RecordOutcome outcome = record(own, update);
      while (!(outcome instanceof Recorded) && !(outcome instanceof OutcomeUnknown)) {
        outcome = record(own, update);
      }
      if (outcome instanceof Recorded) {
        acknowledged.accumulateAndGet(counter, 1L << number, (all, one) -> all | one);
      } else {
        inDoubt.incrementAndGet();
      }
    }
  }

  private RecordOutcome record(int own, SketchUpdate update) {
    await().atMost(Duration.ofMinutes(1)).until(() -> processes[own].mayRecord());
    SketchProcess process = processes[own];
    CompletableFuture<RecordOutcome> answer = process.record(update);
    TestPatience.join(CompletableFuture.anyOf(answer, process.death()));
    return answer.isDone() ? answer.join() : new OutcomeUnknown();
  }

  private void assertNoShards(WindowRun hours) {
    for (int counter = 0; counter < COUNTERS; counter++) {
      SortedMap<DerivedName, SortedSet<Long>> found =
          TestPatience.join(store.derived(counter(counter), hours));
      assertThat(found).as("hours of %s", counter(counter)).isNotEmpty();
      for (var state : found.entrySet()) {
        assertThat(state.getValue()).as("writers of %s", state.getKey()).isEmpty();
        assertThat(TestPatience.join(store.shards(state.getKey()))).isEmpty();
      }
    }
  }

  private void assertExact(int counter, WindowRun hours, WindowRun days) {
    long known = acknowledged.get(counter);
    long whole = bits(DerivedName.whole(counter(counter)));
    assertThat(known & ~whole).as("lost in %s", counter(counter)).isZero();
    for (WindowRun windows : List.of(hours, days)) {
      long all = 0;
      for (DerivedName state :
          TestPatience.join(store.derived(counter(counter), windows)).keySet()) {
        long found = bits(state);
        assertThat(all & found).as("twice in %s", state).isZero();
        all |= found;
      }
      assertThat(known & ~all).as("lost in windows of %s", counter(counter)).isZero();
    }
  }

  private static long bits(DerivedName state) {
    SortedMap<Long, Shard> shards = new TreeMap<>(TestPatience.join(store.shards(state)));
    SketchState all =
        MergedState.of(SketchType.SUM, shards, TestPatience.join(store.tally(state))).state();
    long bits = ((Estimate) all.result(SketchOptions.USUAL)).estimate().longValueExact();
    assertThat(BigDecimal.valueOf(all.events()))
        .as("events of %s", state)
        .isEqualTo(BigDecimal.valueOf((long) EVENTS * Long.bitCount(bits)));
    return bits;
  }
}
