package io.quipu.engine.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.kinds.CassandraSketchStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.internal.VertxInternal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Twenty writers come and go, a few at a time, most of them killed, over a real Cassandra. */
@ExtendWith(CassandraExtension.class)
class SketchWritersIT {
  private static final int AT_ONCE = 4;
  private static final int WRITERS = 20;
  private static final int CLIENTS = 4;

  /** Every other one has a single value of each. */
  private static final int BATCHES = 2_000;

  private static final int BATCH = 1_000;
  private static final int VISITORS = 150_000;
  private static final CounterName SUM = new CounterName("sums", "total");
  private static final CounterName DISTINCT = new CounterName("visitors", "all");

  private static OwnerContext owner;
  private static CassandraSession session;
  private static SketchStore store;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final SketchMeters sketchMeters = new SketchMeters(meters);
  private final SketchProcess[] processes = new SketchProcess[AT_ONCE];
  private final AtomicInteger nextBatch = new AtomicInteger();
  private final AtomicInteger started = new AtomicInteger();
  private final List<Batch> batches = new ArrayList<>();

  /** Values that are recorded together, and what was answered. */
  private static final class Batch {
    private final List<SketchValue> numbers = new ArrayList<>();
    private final List<SketchValue> visitors = new ArrayList<>();
    private boolean sumUnknown;
    private boolean visitorsUnknown;

    private BigDecimal sum() {
      return numbers.stream().map(SketchValue::number).reduce(BigDecimal.ZERO, BigDecimal::add);
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
  void aMillionUpdatesAreExact_whoeverIsKilled_andShardsAreMerged() {
    Random random = new Random(1);
    for (int i = 0; i < BATCHES; i++) {
      Batch batch = new Batch();
      for (int j = 0; j < (i % 2 == 0 ? BATCH / 2 : 1); j++) {
        batch.numbers.add(SketchValue.ofNumber(random.nextInt(1_000_000) + "." + (1 + i)));
        batch.visitors.add(SketchValue.ofText("visitor-" + random.nextInt(VISITORS)));
      }
      batches.add(batch);
    }
    for (int place = 0; place < AT_ONCE; place++) {
      start(place);
    }
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS * AT_ONCE; client++) {
      int own = client % AT_ONCE;
      clients.add(CompletableFuture.runAsync(() -> client(own), task -> new Thread(task).start()));
    }
    int most = 0;
    for (int gone = 0; started.get() < WRITERS; gone++) {
      int due = (gone + 1) * BATCHES / (WRITERS - AT_ONCE + 1);
      await().until(() -> nextBatch.get() >= due);
      int place = random.nextInt(AT_ONCE);
      if (gone % 4 == 3) {
        TestPatience.join(processes[place].stop());
      }
      SketchProcess before = processes[place];
      start(place);
      before.kill();
      most = Math.max(most, TestPatience.join(store.shards(DerivedName.whole(SUM))).size());
    }
    clients.forEach(TestPatience::join);
    for (int place = 1; place < AT_ONCE; place++) {
      processes[place].kill();
    }
    await("the shards of the killed to be merged")
        .until(
            () ->
                TestPatience.join(store.shards(DerivedName.whole(SUM))).size() <= 1
                    && TestPatience.join(store.shards(DerivedName.whole(DISTINCT))).size() <= 1
                    && TestPatience.join(store.writers()).size() <= 1);
    long unknown = batches.stream().filter(batch -> batch.sumUnknown).count();
    System.out.printf(
        "%d writers, at most %d shards of a counter, %d of %d batches in doubt,"
            + " %d writes, %.0f evictions%n",
        started.get(), most, unknown, BATCHES, writes(), evictions());
    assertThat(evictions()).as("states that came back from their row").isGreaterThan(100);
    assertThat(writes()).as("writes of %d updates", 2 * BATCHES).isLessThan(2 * BATCHES * 9 / 10);
    assertSumIsExact();
    assertDistinct();
    processes[0].kill();
  }

  private long writes() {
    return meters.get("quipu.sketch.write.events").summary().count();
  }

  private double evictions() {
    return meters.get("quipu.sketch.evictions").counter().count();
  }

  private void start(int place) {
    started.incrementAndGet();
    processes[place] =
        new SketchProcess(
            session, ((VertxInternal) owner.vertx()).createEventLoopContext(), sketchMeters);
  }

  private void client(int place) {
    for (int i = nextBatch.getAndIncrement(); i < BATCHES; i = nextBatch.getAndIncrement()) {
      Batch batch = batches.get(i);
      batch.sumUnknown = isUnknown(place, new SketchUpdate(SUM, SketchType.SUM, batch.numbers));
      batch.visitorsUnknown =
          isUnknown(place, new SketchUpdate(DISTINCT, SketchType.DISTINCT, batch.visitors));
    }
  }

  /** Sends it until it is not refused. */
  private boolean isUnknown(int place, SketchUpdate update) {
    while (true) {
      await("a process with a lease")
          .pollInterval(20, TimeUnit.MILLISECONDS)
          .until(() -> processes[place].mayRecord());
      SketchProcess process = processes[place];
      RecordOutcome outcome = outcome(process, process.record(update));
      if (outcome instanceof Recorded) {
        return false;
      }
      if (outcome instanceof OutcomeUnknown) {
        return true;
      }
    }
  }

  private static RecordOutcome outcome(
      SketchProcess process, CompletableFuture<RecordOutcome> answer) {
    TestPatience.join(CompletableFuture.anyOf(answer, process.death()));
    return answer.isDone() ? answer.join() : new OutcomeUnknown();
  }

  private void assertSumIsExact() {
    BigDecimal acknowledged = BigDecimal.ZERO;
    List<BigDecimal> inDoubt = new ArrayList<>();
    for (Batch batch : batches) {
      if (batch.sumUnknown) {
        inDoubt.add(batch.sum());
      } else {
        acknowledged = acknowledged.add(batch.sum());
      }
    }
    assertThat(inDoubt).hasSizeLessThan(36);
    Estimate sum = (Estimate) read(SUM, "sum").result();
    BigDecimal ofThoseInDoubt = sum.estimate().subtract(acknowledged);
    int half = inDoubt.size() / 2;
    Set<BigDecimal> ofOthers = sums(inDoubt.subList(half, inDoubt.size()));
    assertThat(sums(inDoubt.subList(0, half)))
        .as("the sums of some in doubt that leave the sum of some others")
        .anyMatch(some -> ofOthers.contains(SketchValue.shortest(ofThoseInDoubt.subtract(some))));
  }

  private static Set<BigDecimal> sums(List<BigDecimal> some) {
    Set<BigDecimal> all = new HashSet<>(Set.of(BigDecimal.ZERO));
    for (BigDecimal one : some) {
      all.addAll(all.stream().map(sum -> SketchValue.shortest(sum.add(one))).toList());
    }
    return all;
  }

  private void assertDistinct() {
    Set<String> attempted = new HashSet<>();
    Set<String> acknowledged = new HashSet<>();
    for (Batch batch : batches) {
      for (SketchValue visitor : batch.visitors) {
        attempted.add(visitor.text());
        if (!batch.visitorsUnknown) {
          acknowledged.add(visitor.text());
        }
      }
    }
    Estimate found = (Estimate) read(DISTINCT, "distinct").result();
    double error = found.upper().doubleValue() - found.estimate().doubleValue();
    assertThat(error).isLessThan(0.04 * VISITORS);
    // half as much again: three standard deviations
    assertThat(found.estimate().doubleValue())
        .isBetween(acknowledged.size() - 1.5 * error, attempted.size() + 1.5 * error)
        .isCloseTo(attempted.size(), within(0.05 * VISITORS));
  }

  private static SketchAnswer read(CounterName counter, String state) {
    return (SketchAnswer)
        TestPatience.join(
            new SketchReader(store)
                .count(new Question.Count(TestNamespaces.sketch(counter, state))));
  }
}
