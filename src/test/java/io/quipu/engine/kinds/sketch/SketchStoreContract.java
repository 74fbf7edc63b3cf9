package io.quipu.engine.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Series;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowRun;
import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shards replace each other by sequence, tallies by version, and what is deleted stays so. */
public abstract class SketchStoreContract {
  /** Later than some shards of a test, and earlier than others. */
  private static final long NEXT = 20;

  private static long numbers = 1_000;

  private final DerivedName counter = named("sizes", "a/b \u2603 " + numbers++);
  private final long writer = numbers++;
  private SketchStore store;

  /** The store to be tested. */
  protected abstract SketchStore sketches();

  /** Runs tasks where the store is called. */
  protected Executor owner() {
    return Runnable::run;
  }

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = sketches();
  }

  @Test
  void aCounterThatWasNeverWrittenHasNothing() {
    assertThat(await(store.shards(counter))).isEmpty();
    assertThat(await(store.shard(counter, writer))).isEmpty();
    assertThat(await(store.tally(counter))).isEqualTo(SketchTally.NONE);
    assertThat(await(store.tallySerial(counter))).isEqualTo(SketchTally.NONE);
  }

  @Test
  void aShardIsStoredAsItIs_thatOfEachWriter() {
    write(writer, 1, "one");
    write(writer + 1, 7, "other");

    assertThat(await(store.shard(counter, writer))).contains(shard(1, "one"));
    assertThat(await(store.shards(counter)))
        .containsExactly(
            Map.entry(writer, shard(1, "one")), Map.entry(writer + 1, shard(7, "other")));
    assertThat(await(store.shards(named("sizes2", counter.name())))).isEmpty();
  }

  @Test
  void anEarlierShardNeverReplacesALaterOne() {
    write(writer, 3, "three");
    write(writer, 2, "two");
    assertThat(await(store.shard(counter, writer))).contains(shard(3, "three"));
    write(writer, 4, "four");
    assertThat(await(store.shard(counter, writer))).contains(shard(4, "four"));
  }

  @Test
  void shardsOfManyCountersWrittenAtOnce_areStoredEachByItsOwnSequence() {
    Map<DerivedName, Shard> asked = new LinkedHashMap<>();
    for (int i = 0; i < 35; i++) {
      String state = i % 7 == 3 ? "large ".repeat(1_000) : "small";
      long sequence = i < 20 ? 1 + i % 19 : NEXT + i;
      asked.put(named("sizes", counter.name() + " of " + i), shard(sequence, state));
    }
    writeAtOnce(asked);
    asked.forEach((of, shard) -> assertThat(await(store.shard(of, writer))).contains(shard));

    Map<DerivedName, Shard> next = new LinkedHashMap<>();
    asked.forEach((of, shard) -> next.put(of, shard(NEXT, "next")));
    writeAtOnce(next);
    asked.forEach(
        (of, shard) ->
            assertThat(await(store.shard(of, writer)))
                .contains(shard.sequence() < NEXT ? next.get(of) : shard));
  }

  @Test
  void aDeletedShardStaysSo_whateverIsWrittenLater() {
    write(writer, 3, "three");
    write(writer + 1, 1, "other");
    isWritten(store.deleteShards(counter, List.of(writer, writer + 2)));
    write(writer, Shard.DELETION - 1, "late");
    write(writer + 2, 1, "late");

    assertThat(await(store.shard(counter, writer))).isEmpty();
    assertThat(await(store.shards(counter))).containsOnlyKeys(writer + 1);
  }

  @Test
  void aLargeShardIsStored() {
    String large = "x".repeat(200_000);
    write(writer, 1, large);
    assertThat(await(store.shard(counter, writer))).contains(shard(1, large));
  }

  @Test
  void moreShardsAreReadThanAPageHas() {
    for (int i = 0; i < 120; i++) {
      write(writer + i, 1, "of " + i);
    }
    assertThat(await(store.shards(counter))).hasSize(120);
  }

  @Test
  void aTallyChangesOnlyFromTheVersionBefore() {
    SketchTally first = tally(1, EndedWriters.of(9, List.of(3L, 8L)), "first");
    SketchTally second = tally(2, EndedWriters.of(1L << 39, List.of()), "second");
    assertThat(await(store.advance(counter, SketchTally.NONE, first)))
        .isEqualTo(CasOutcome.APPLIED);
    isStored(first);
    assertThat(await(store.advance(counter, SketchTally.NONE, first)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.advance(counter, second, tally(3, second.merged(), "third"))))
        .isEqualTo(CasOutcome.REFUSED);
    isStored(first);
    assertThat(await(store.advance(counter, first, second))).isEqualTo(CasOutcome.APPLIED);
    isStored(second);
  }

  @Test
  void ofManyThatAdvanceAtOnce_atMostOneDoes() {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      racing.add(store.advance(counter, SketchTally.NONE, tally(1, EndedWriters.NONE, "of " + i)));
    }
    List<CasOutcome> outcomes = racing.stream().map(this::await).toList();
    assertThat(outcomes.stream().filter(CasOutcome.APPLIED::equals).count()).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
    assertThat(await(store.tallySerial(counter)).version()).isLessThanOrEqualTo(1);
  }

  @Test
  void whatWasAnnouncedIsFound_partByPart_untilItIsWithdrawn() {
    isWritten(store.announce(writer));
    List<DerivedName> announced = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      DerivedName one = named(i % 2 == 0 ? "sizes" : "times", counter.name() + i);
      announced.add(one);
      announce(writer, one);
      announce(writer, one);
    }
    assertThat(await(store.writers())).contains(writer).doesNotContain(writer + 1);

    List<DerivedName> found = new ArrayList<>();
    List<DerivedName> some = await(store.counters(writer, null, 3));
    while (!some.isEmpty()) {
      assertThat(some.size()).isLessThanOrEqualTo(3);
      found.addAll(some);
      some = await(store.counters(writer, some.get(some.size() - 1), 3));
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(announced);
    assertThat(await(store.counters(writer + 1, null, 3))).isEmpty();

    isWritten(store.withdraw(writer));
    isWritten(store.announce(writer));
    announce(writer, counter);
    assertThat(await(store.writers())).doesNotContain(writer);
    assertThat(await(store.counters(writer, null, 3))).isEmpty();
  }

  @Test
  void derivedStatesAreFoundByTheirCounter_alsoWhenAllWritersAreReleased() {
    Window first = new Window(Granularity.HOUR, -3_600);
    List<DerivedName> hours = new ArrayList<>();
    for (Window hour = first; hours.size() < 4; hour = hour.next()) {
      hours.add(new DerivedName(counter.counter(), hour));
    }
    DerivedName day = new DerivedName(counter.counter(), new Window(Granularity.DAY, 0));
    isWritten(store.announce(writer));
    for (DerivedName name : List.of(hours.get(0), hours.get(1), hours.get(3), day)) {
      announce(writer, name);
      announce(writer + 1, name);
    }
    announce(writer, counter);
    WindowRun all = new WindowRun(first, hours.get(3).window());
    assertThat(await(store.derived(counter.counter(), all)))
        .containsOnlyKeys(hours.get(0), hours.get(1), hours.get(3))
        .containsEntry(hours.get(1), new TreeSet<>(List.of(writer, writer + 1)));

    isWritten(store.release(hours.get(1), writer, true));
    isWritten(store.release(hours.get(3), writer, true));
    isWritten(store.release(hours.get(3), writer + 1, true));
    announce(writer, hours.get(3));
    assertThat(await(store.derived(counter.counter(), all)))
        .containsEntry(hours.get(0), new TreeSet<>(List.of(writer, writer + 1)))
        .containsEntry(hours.get(1), new TreeSet<>(List.of(writer + 1)))
        .containsEntry(hours.get(3), new TreeSet<>());
    assertThat(await(store.counters(writer, null, 10)))
        .containsExactlyInAnyOrder(hours.get(0), day, counter);
    WindowRun last = new WindowRun(hours.get(2).window(), hours.get(3).window());
    assertThat(await(store.derived(counter.counter(), last))).containsOnlyKeys(hours.get(3));
    assertThat(await(store.derived(named("sizes2", counter.name()).counter(), all))).isEmpty();
  }

  @Test
  void seriesAreFoundByTheirCounter_inTheOrderOfTheirKeys_pageByPage() {
    CounterName whole = counter.counter();
    List<CounterName> all = new ArrayList<>();
    for (String value : List.of("", "a", "b\0", "b\0c", "\uffff", "\ud83d\ude00")) {
      all.add(whole.with(new Series(1, List.of(value)).key()));
    }
    isWritten(store.announce(writer));
    for (int i = all.size() - 1; i >= 0; i--) {
      announce(writer, DerivedName.whole(all.get(i)));
      announce(writer + 1, DerivedName.whole(all.get(i)));
    }
    Window hour = new Window(Granularity.HOUR, 0);
    CounterName other = whole.with(new Series(0, List.of("z")).key());
    announce(writer, new DerivedName(other, hour));
    announce(writer, new DerivedName(whole, hour));
    isWritten(store.release(DerivedName.whole(all.get(2)), writer, true));

    List<CounterName> found = new ArrayList<>();
    List<CounterName> some = await(store.series(whole, 1, "", 4));
    while (!some.isEmpty()) {
      assertThat(some.size()).isLessThanOrEqualTo(4);
      found.addAll(some);
      some = await(store.series(whole, 1, some.get(some.size() - 1).series(), 4));
    }
    assertThat(found).isEqualTo(all);
    assertThat(await(store.series(whole, 0, "", 4)))
        .as("known by a window of it")
        .containsExactly(other);
    assertThat(await(store.series(whole, 2, "", 4))).isEmpty();
    WindowRun hours = new WindowRun(hour, hour);
    assertThat(await(store.derived(other, hours))).containsOnlyKeys(new DerivedName(other, hour));
    assertThat(await(store.derived(whole, hours))).containsOnlyKeys(new DerivedName(whole, hour));
    assertThat(await(store.counters(writer, null, 20)))
        .contains(new DerivedName(other, hour), DerivedName.whole(all.get(1)))
        .doesNotContain(DerivedName.whole(all.get(2)));
  }

  @Test
  void aStateThatDoesNotStayIsNotFound_unlessAnotherWriterHasEnteredIt() {
    DerivedName series =
        DerivedName.whole(counter.counter().with(new Series(0, List.of("a")).key()));
    isWritten(store.announce(writer));
    announce(writer, series);
    announce(writer + 1, series);
    isWritten(store.release(series, writer, false));
    assertThat(await(store.series(counter.counter(), 0, "", 4))).containsExactly(series.counter());
    isWritten(store.release(series, writer + 1, false));
    assertThat(await(store.series(counter.counter(), 0, "", 4))).isEmpty();
    isWritten(store.enter(writer, series));
    assertThat(await(store.series(counter.counter(), 0, "", 4))).as("too late").isEmpty();
    assertThat(await(store.counters(writer, null, 4))).isEmpty();
  }

  @Test
  void aDerivedStateIsApartFromTheWhole_andItsTallyKnowsTheRetired() {
    DerivedName day = new DerivedName(counter.counter(), new Window(Granularity.DAY, 86_400));
    write(writer, 1, "whole");
    isWritten(store.write(day, writer, shard(1, "day")));
    assertThat(await(store.shards(counter))).containsOnly(Map.entry(writer, shard(1, "whole")));
    assertThat(await(store.shards(day))).containsOnly(Map.entry(writer, shard(1, "day")));
    SketchTally tally =
        new SketchTally(
            1,
            EndedWriters.NONE,
            new TreeSet<>(List.of(writer, 1L << 39)),
            Optional.of(bytes("x")));
    assertThat(await(store.advance(day, SketchTally.NONE, tally))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.tally(day))).isEqualTo(tally);
    assertThat(await(store.tally(counter))).isEqualTo(SketchTally.NONE);
  }

  private static DerivedName named(String namespace, String name) {
    return DerivedName.whole(new CounterName(namespace, name));
  }

  private void announce(long of, DerivedName name) {
    isWritten(store.announce(of, name));
    if (name.isDerived()) {
      isWritten(store.enter(of, name));
    }
  }

  private void write(long of, long sequence, String state) {
    isWritten(store.write(counter, of, shard(sequence, state)));
  }

  private void writeAtOnce(Map<DerivedName, Shard> shards) {
    isWritten(
        CompletableFuture.supplyAsync(
                () ->
                    shards.entrySet().stream()
                        .map(one -> store.write(one.getKey(), writer, one.getValue()))
                        .reduce((some, other) -> some.thenCombine(other, WriteOutcome::and))
                        .orElseThrow(),
                owner())
            .thenCompose(all -> all));
  }

  private void isWritten(CompletionStage<WriteOutcome> write) {
    assertThat(await(write)).isEqualTo(WriteOutcome.WRITTEN);
  }

  private void isStored(SketchTally tally) {
    assertThat(await(store.tally(counter))).isEqualTo(tally);
    assertThat(await(store.tallySerial(counter))).isEqualTo(tally);
  }

  private static Shard shard(long sequence, String state) {
    return new Shard(sequence, bytes(state));
  }

  private static SketchTally tally(long version, EndedWriters merged, String state) {
    return new SketchTally(version, merged, Optional.of(bytes(state)));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
  }
}
