package io.quipu.engine.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SketchMergingTest {
  private static final UUID SELF = new UUID(0, 1);
  private static final DerivedName COUNTER = sizes("a");

  private static final Shard BROKEN = new Shard(1, ByteBuffer.wrap(new byte[] {9, 9}));

  private final HandMadeSketchStore store = new HandMadeSketchStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SketchMerging merging =
      new SketchMerging(store, time, new SketchMeters(new SimpleMeterRegistry()));
  private final SketchReader reader = new SketchReader(store);

  @BeforeEach
  void start() {
    merging.start();
  }

  @Test
  void mergesWhoHasEnded_andNobodyElse() {
    shard(COUNTER, 1, 1);
    shard(COUNTER, 2, 10);
    shard(COUNTER, 3, 100);
    hear(EndedWriters.of(3, List.of(2L)), SELF);
    pass();

    assertThat(store.shards.get(COUNTER)).containsOnlyKeys(2L);
    assertThat(store.tallies.get(COUNTER).merged()).isEqualTo(EndedWriters.of(3, List.of(2L)));
    assertThat(store.announced).containsOnlyKeys(2L);
    assertThat(read()).isEqualTo(111);
  }

  @Test
  void readsNothing_whileNobodyHasEndedSinceAllWasMerged() {
    shard(COUNTER, 1, 1);
    EndedWriters ended = EndedWriters.of(2, List.of(2L));
    hear(ended, SELF);
    pass();
    store.asked.clear();
    hear(ended, SELF);
    time.pass(Duration.ofMinutes(1));
    assertThat(store.asked).isEmpty();
    hear(EndedWriters.of(3, List.of(2L, 3L)), SELF);
    pass();
    assertThat(store.asked).containsExactly("writers");
  }

  @Test
  void mergesOnce_howeverOftenItIsDone_andWhateverCrashesBetween() {
    shard(COUNTER, 1, 1);
    hear(upTo(1), SELF);
    pass();
    assertThat(read()).isEqualTo(1);

    // killed before the deletion: the shard and its announcement are still there
    shard(COUNTER, 1, 1);
    assertThat(read()).isEqualTo(1);
    hear(upTo(2), SELF);
    pass();
    assertThat(read()).isEqualTo(1);
    assertThat(store.shards.get(COUNTER)).isEmpty();
    assertThat(store.tallies.get(COUNTER).version()).isEqualTo(1);
  }

  @Test
  void deletesNothing_thatATallyIsNotKnownToHave() {
    shard(COUNTER, 1, 1);
    store.told.add(CasOutcome.UNKNOWN);
    hear(upTo(1), SELF);
    pass();
    List<String> expected =
        List.of("shards", "tally-serial", "advance", "shards", "tally-serial", "delete");
    assertThat(store.asked).containsSubsequence(expected);
    assertThat(read()).isEqualTo(1);
  }

  @Test
  void startsOver_whenItLosesARace() {
    shard(COUNTER, 1, 1);
    shard(COUNTER, 2, 10);
    store.holds = true;
    hear(upTo(2), SELF);
    pass();
    CounterMerge other =
        CounterMerge.ofEnded(
            store, new SketchMeters(new SimpleMeterRegistry()), COUNTER, upTo(1), 1);
    var done = other.run().toCompletableFuture();
    store.release();
    pass();
    assertThat(done).isDone();
    assertThat(read()).isEqualTo(11);
    assertThat(store.shards.get(COUNTER)).isEmpty();
  }

  @Test
  void whatIsAnnouncedAndNotThere_isDeletedForEver_withoutATally() {
    store.announced.put(1L, new TreeSet<>(List.of(COUNTER)));
    hear(upTo(1), SELF);
    pass();
    assertThat(store.asked).contains("delete", "withdraw").doesNotContain("advance");
  }

  @Test
  void ofASeriesThatIsAnnouncedAndNotThere_nothingIsLeft() {
    DerivedName series =
        DerivedName.whole(COUNTER.counter().with(new Series(0, List.of("de")).key()));
    store.announced.put(1L, new TreeSet<>(List.of(series)));
    store.derived.put(series, new TreeSet<>(List.of(1L)));
    hear(upTo(1), SELF);
    pass();
    assertThat(store.asked).contains("release", "withdraw");
    assertThat(store.derived).isEmpty();

    shard(series, 2, 7);
    store.derived.put(series, new TreeSet<>(List.of(2L)));
    hear(upTo(2), SELF);
    pass();
    assertThat(store.derived).as("it has a tally").containsOnlyKeys(series);
    assertThat(store.derived.get(series)).isEmpty();
  }

  @Test
  void staysInTheDirectory_whenAnotherMergeIsKilledAfterItsDeletion() {
    DerivedName series =
        DerivedName.whole(COUNTER.counter().with(new Series(0, List.of("de")).key()));
    shard(series, 1, 7);
    store.derived.put(series, new TreeSet<>(List.of(1L)));
    store.holds = true;
    CompletionStage<Void> done =
        CounterMerge.ofEnded(store, new SketchMeters(new SimpleMeterRegistry()), series, upTo(1), 1)
            .run();
    store.tallies.put(series, new SketchTally(1, upTo(1), Optional.of(one(7))));
    store.shards.get(series).clear();
    store.release();
    assertThat(done).isCompleted();
    assertThat(store.derived).containsOnlyKeys(series);
  }

  @Test
  void leavesToOthersWhatIsTheirs() {
    shard(COUNTER, 2, 1);
    hear(upTo(2), new UUID(0, 9), SELF);
    pass();
    assertThat(store.shards.get(COUNTER)).containsOnlyKeys(2L);
    hear(upTo(3), SELF);
    pass();
    assertThat(store.shards.get(COUNTER)).isEmpty();
  }

  @Test
  void oneThatCannotBeMergedKeepsNoOtherFromIt_andIsTriedAgain() {
    DerivedName broken = sizes("0");
    shard(COUNTER, 1, 1);
    shard(broken, 1, 1);
    store.shards.get(broken).put(1L, BROKEN);
    hear(upTo(1), SELF);
    pass();
    assertThat(store.shards.get(COUNTER)).isEmpty();
    assertThat(store.shards.get(broken)).hasSize(1);
    assertThat(store.announced).containsKey(1L);

    store.shards.get(broken).put(1L, new Shard(2, one(1)));
    pass();
    assertThat(store.shards.get(broken)).isEmpty();
    assertThat(store.announced).isEmpty();
  }

  @Test
  void goesOnWhereItWas_andRepeatsOnlyWhatHasFailed() {
    DerivedName broken = sizes("c500");
    manyShards();
    store.shards.get(broken).put(1L, BROKEN);
    hear(upTo(1), SELF);
    pass();
    assertThat(store.tallies).hasSize(1_202);
    assertThat(store.announced).containsKey(1L);

    store.asked.clear();
    time.pass(Duration.ofSeconds(5));
    assertThat(store.asked).doesNotContain("delete", "counters", "withdraw");
    assertThat(store.asked.stream().filter("tally-serial"::equals)).hasSizeBetween(4, 6);

    store.shards.get(broken).put(1L, new Shard(2, one(1)));
    pass();
    assertThat(store.shards.values()).allMatch(Map::isEmpty);
    assertThat(store.announced).isEmpty();
  }

  @Test
  void whileManyFail_itStops_andAllAreMergedInTheEnd() {
    manyShards();
    Map<DerivedName, Shard> well = new TreeMap<>();
    store.shards.forEach((counter, shards) -> well.put(counter, shards.get(1L)));
    store.shards.values().forEach(shards -> shards.put(1L, BROKEN));
    hear(upTo(1), SELF);
    time.pass(Duration.ofSeconds(1));
    store.asked.clear();
    time.pass(Duration.ofSeconds(1));
    assertThat(store.asked.stream().filter("tally-serial"::equals)).hasSize(100);

    well.forEach((counter, shard) -> store.shards.get(counter).put(1L, shard));
    pass();
    assertThat(store.shards.values()).allMatch(Map::isEmpty);
    assertThat(store.announced).isEmpty();
  }

  @Test
  void aWriterThatCannotBeReadKeepsNoOtherFromBeingMerged() {
    shard(COUNTER, 1, 1);
    shard(COUNTER, 2, 10);
    shard(sizes("b"), 2, 10);
    store.unreadable.add(1L);
    hear(upTo(2), SELF);
    pass();
    assertThat(store.announced).containsOnlyKeys(1L);
    assertThat(store.tallies).hasSize(2);
    store.unreadable.clear();
    pass();
    assertThat(store.announced).isEmpty();
    assertThat(read()).isEqualTo(11);
  }

  @Test
  void goesOnWhenTheStoreIsThereAgain() {
    shard(COUNTER, 1, 1);
    store.away = true;
    hear(upTo(1), SELF);
    time.pass(Duration.ofSeconds(10));
    store.away = false;
    pass();
    assertThat(store.shards.get(COUNTER)).isEmpty();
    assertThat(read()).isEqualTo(1);
  }

  @Test
  void mergesMoreCountersThanItLooksAtAtOnce() {
    manyShards();
    hear(upTo(1), SELF);
    pass();
    assertThat(store.shards.values()).allMatch(Map::isEmpty);
    assertThat(store.tallies).hasSize(1_203);
  }

  @Test
  void readsTheShardsFirst_andLeavesOutWhatTheTallyHas() {
    shard(COUNTER, 1, 1);
    shard(COUNTER, 2, 10);
    store.tallies.put(COUNTER, new SketchTally(1, upTo(1), Optional.of(one(1))));
    assertThat(read()).isEqualTo(11);
    assertThat(store.asked).containsExactly("shards", "tally");
  }

  private void hear(EndedWriters ended, UUID... settlers) {
    EventTime now = time.wall();
    merging.onView(new WriterView(SELF, now, EventTime.MIN, now, List.of(settlers), ended));
  }

  private static EndedWriters upTo(long number) {
    return EndedWriters.of(number, List.of());
  }

  private void pass() {
    time.pass(Duration.ofSeconds(2));
  }

  private static DerivedName sizes(String counter) {
    return DerivedName.whole(new CounterName("sizes", counter));
  }

  private void shard(DerivedName counter, long writer, long value) {
    store
        .shards
        .computeIfAbsent(counter, any -> new TreeMap<>())
        .put(writer, new Shard(1, one(value)));
    store.announced.computeIfAbsent(writer, any -> new TreeSet<>()).add(counter);
  }

  /** More than are looked at at once. */
  private void manyShards() {
    for (int i = 0; i < 1_203; i++) {
      shard(sizes("c" + i), 1, 1);
    }
  }

  private static ByteBuffer one(long value) {
    SketchState state = SketchType.SUM.empty();
    state.add(SketchValue.ofNumber(Long.toString(value)));
    return state.blob(SketchType.SUM);
  }

  private long read() {
    Answer answer =
        reader
            .count(new Question.Count(TestNamespaces.sketch(COUNTER.counter(), "sum")))
            .toCompletableFuture()
            .join();
    return ((Estimate) ((SketchAnswer) answer).result()).estimate().longValueExact();
  }
}
