package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CheckpointStore.WindowSlice;
import io.quipu.store.Epochs;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Checkpoints, epochs and what may be collected: conditions hold, and nothing else changes. */
public abstract class CheckpointStoreContract {
  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final BigInteger HUGE = BigInteger.valueOf(Long.MAX_VALUE).pow(2).negate();

  protected CounterName counter;
  protected CheckpointStore store;

  /** The store to be tested. */
  protected abstract CheckpointStore checkpoints();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void freshCounter(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    store = checkpoints();
  }

  @Test
  void aCounterNeverSettledHasNoCheckpoint() {
    assertThat(await(store.read(counter))).isEqualTo(Checkpoint.NONE);
    assertThat(await(store.readSerial(counter))).isEqualTo(Checkpoint.NONE);
    Window minute = minute(0);
    assertThat(await(store.windows(counter, List.of(minute)))).isEmpty();
    assertThat(windowSlice(Granularity.MINUTE, minute, minute))
        .isEqualTo(new WindowSlice(Checkpoint.NONE, Map.of()));
  }

  @Test
  void theFirstCheckpointExpectsNone() {
    Checkpoint first = checkpoint(5, 4, 10);

    assertThat(advance(Checkpoint.NONE, first, Map.of())).isEqualTo(CasOutcome.APPLIED);

    isStored(first);
    assertThat(advance(Checkpoint.NONE, checkpoint(1, 1, 11), Map.of()))
        .isEqualTo(CasOutcome.REFUSED);
    isStored(first);
  }

  @Test
  void aCheckpointMovesOnlyFromTheExpectedOne() {
    Checkpoint first = checkpoint(5, 4, 10);
    Checkpoint second = checkpoint(6, 5, 20);
    advance(Checkpoint.NONE, first, Map.of());

    assertThat(advance(checkpoint(5, 4, 9), second, Map.of())).isEqualTo(CasOutcome.REFUSED);
    assertThat(advance(first, second, Map.of())).isEqualTo(CasOutcome.APPLIED);
    assertThat(advance(first, checkpoint(7, 6, 30), Map.of())).isEqualTo(CasOutcome.REFUSED);

    isStored(second);
  }

  @Test
  void totalsAreExact_howeverLarge() {
    Checkpoint huge = new Checkpoint(new Tally(HUGE, Long.MAX_VALUE), START);
    Window minute = minute(0);

    advance(Checkpoint.NONE, huge, Map.of(minute, new Tally(HUGE, 1)));

    isStored(huge);
    assertThat(await(store.windows(counter, List.of(minute))))
        .containsExactly(Map.entry(minute, new Tally(HUGE, 1)));
  }

  @Test
  void windowsMoveWithTheCheckpoint_orNotAtAll() {
    Map<Window, Tally> touched =
        Map.of(
            minute(0), Tally.of(2, 2),
            Granularity.HOUR.windowOf(START), Tally.of(5, 5),
            Granularity.DAY.windowOf(START), Tally.of(5, 5));
    Checkpoint first = checkpoint(5, 5, 10);
    assertThat(advance(Checkpoint.NONE, first, touched)).isEqualTo(CasOutcome.APPLIED);

    Map<Window, Tally> stolen = Map.of(minute(0), Tally.of(99, 99), minute(1), Tally.of(1, 1));
    assertThat(advance(Checkpoint.NONE, checkpoint(99, 99, 20), stolen))
        .isEqualTo(CasOutcome.REFUSED);

    List<Window> asked = new ArrayList<>(touched.keySet());
    asked.add(minute(1));
    assertThat(await(store.windows(counter, asked))).isEqualTo(touched);

    Map<Window, Tally> more = Map.of(minute(0), Tally.of(3, 3));
    assertThat(advance(first, checkpoint(6, 6, 20), more)).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.windows(counter, List.of(minute(0))))).isEqualTo(more);
    assertThat(await(store.windows(counter, List.of()))).isEmpty();
  }

  @Test
  void ofManyThatAdvanceAtOnce_exactlyOneDoes() {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      racing.add(
          store.advance(
              counter, Checkpoint.NONE, checkpoint(i, i, i), Map.of(minute(0), Tally.of(i, i))));
    }
    List<CasOutcome> outcomes = awaitAll(racing);

    Checkpoint winner = await(store.readSerial(counter));
    assertThat(await(store.windows(counter, List.of(minute(0)))))
        .containsEntry(minute(0), winner.total());
    int applied = outcomes.indexOf(CasOutcome.APPLIED) + 1;
    assertThat(winner.isFirst()).isFalse();
    if (atMostOneApplied(outcomes)) {
      assertThat(winner).isEqualTo(checkpoint(applied, applied, applied));
    }
  }

  @Test
  void aWindowSliceHoldsTheRangeAndItsCheckpoint() {
    Map<Window, Tally> windows = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      windows.put(minute(i), Tally.of(i, 1));
    }
    windows.put(Granularity.HOUR.windowOf(START), Tally.of(45, 10));
    Checkpoint settled = checkpoint(45, 10, 100);
    advance(Checkpoint.NONE, settled, windows);

    assertThat(windowSlice(Granularity.MINUTE, minute(3), minute(4)))
        .isEqualTo(
            new WindowSlice(settled, Map.of(minute(3), Tally.of(3, 1), minute(4), Tally.of(4, 1))));
    Window hour = Granularity.HOUR.windowOf(START);
    assertThat(windowSlice(Granularity.HOUR, hour, hour))
        .isEqualTo(new WindowSlice(settled, Map.of(hour, Tally.of(45, 10))));
  }

  @Test
  void aWindowSliceWithoutWindowsStillHasACheckpoint() {
    Checkpoint settled = checkpoint(1, 1, 100);
    advance(Checkpoint.NONE, settled, Map.of(minute(0), Tally.of(1, 1)));

    assertThat(windowSlice(Granularity.MINUTE, minute(5), minute(9)))
        .isEqualTo(new WindowSlice(settled, Map.of()));
  }

  @Test
  void aWindowSliceKnowsEpochsAndWhatIsCollected() {
    Checkpoint prepared = prepared(prepared(settled()));
    assertThat(await(store.collect(counter, prepared, START))).isEqualTo(CasOutcome.APPLIED);
    Checkpoint expected =
        new Checkpoint(prepared.total(), prepared.until(), new Epochs(2, true, Set.of(1L)), START);

    assertThat(windowSlice(Granularity.MINUTE, minute(0), minute(0)))
        .isEqualTo(new WindowSlice(expected, Map.of(minute(0), Tally.of(5, 4))));
  }

  @Test
  void anEpochMayBePreparedBeforeTheFirstCheckpoint() {
    Checkpoint prepared = prepared(Checkpoint.NONE);

    assertThat(prepared.epochs()).isEqualTo(new Epochs(1, true, Set.of()));
    isStored(prepared);
    assertThat(windowSlice(Granularity.MINUTE, minute(0), minute(0)))
        .isEqualTo(new WindowSlice(prepared, Map.of()));
    assertThat(advance(Checkpoint.NONE, checkpoint(1, 1, 1), Map.of()))
        .isEqualTo(CasOutcome.REFUSED);
    isStored(prepared);
  }

  @Test
  void aPreparedEpochIsCommittedWithTheCheckpointThatCountsIt() {
    commitFrom(Checkpoint.NONE);
    commitFrom(settled("another"));
  }

  private void commitFrom(Checkpoint before) {
    Checkpoint prepared = prepared(before);
    Checkpoint committed = prepared.committed(Tally.of(9, 9), START.plusTicks(199_000_000));

    assertThat(advance(prepared, committed, Map.of())).isEqualTo(CasOutcome.APPLIED);

    assertThat(committed.epochs()).isEqualTo(new Epochs(1, false, Set.of()));
    isStored(committed);
  }

  @Test
  void anEpochThatIsOvertakenIsAborted_forGood() {
    Checkpoint first = prepared(settled());
    Checkpoint second = prepared(first);
    Checkpoint third = prepared(second);

    assertThat(third.epochs()).isEqualTo(new Epochs(3, true, Set.of(1L, 2L)));
    isStored(third);

    Checkpoint committed = third.committed(Tally.of(6, 5), START.plusTicks(199_000_000));
    assertThat(advance(third, committed, Map.of())).isEqualTo(CasOutcome.APPLIED);
    assertThat(prepared(committed).epochs()).isEqualTo(new Epochs(4, true, Set.of(1L, 2L)));
  }

  /** ADR 12: it has not moved, and its members would be believed by nobody. */
  @Test
  void aCommittedEpochIsNotAborted_byOneWhoSawItPrepared() {
    prepareAfterTheCommitFrom(Checkpoint.NONE);
    prepareAfterTheCommitFrom(settled("another"));
  }

  private void prepareAfterTheCommitFrom(Checkpoint before) {
    Checkpoint prepared = prepared(before);
    Checkpoint committed = prepared.committed(Tally.of(9, 9), START.plusTicks(199_000_000));
    advance(prepared, committed, Map.of());

    assertThat(await(store.prepare(counter, prepared))).isEqualTo(CasOutcome.REFUSED);

    isStored(committed);
  }

  @Test
  void preparingIsRefused_onceTheEpochOrUntilMoved() {
    Checkpoint settled = settled();
    Checkpoint moved = settled.plain(Tally.of(6, 5), START.plusTicks(110_000_000));
    advance(settled, moved, Map.of());
    assertThat(await(store.prepare(counter, settled))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.prepare(counter, Checkpoint.NONE))).isEqualTo(CasOutcome.REFUSED);
    isStored(moved);

    Checkpoint prepared = prepared(moved);
    assertThat(await(store.prepare(counter, moved))).isEqualTo(CasOutcome.REFUSED);
    isStored(prepared);
  }

  @Test
  void aPlainAdvanceLeavesAPreparedEpochAsItIs() {
    Checkpoint early = prepared(Checkpoint.NONE);
    Checkpoint first = early.plain(Tally.of(1, 1), START);
    assertThat(advance(early, first, Map.of())).isEqualTo(CasOutcome.APPLIED);
    assertThat(first.epochs()).isEqualTo(new Epochs(1, true, Set.of()));
    isStored(first);

    Checkpoint second = first.plain(Tally.of(2, 2), START.plusTicks(1));
    assertThat(advance(first, second, Map.of())).isEqualTo(CasOutcome.APPLIED);
    isStored(second);
    assertThat(prepared(second).epochs()).isEqualTo(new Epochs(2, true, Set.of(1L)));
  }

  @Test
  void anAdvanceIsRefused_onceAnotherEpochWasPrepared() {
    Checkpoint mine = prepared(settled());
    Checkpoint another = prepared(mine);
    Map<Window, Tally> windows = Map.of(minute(0), Tally.of(99, 99));

    assertThat(
            advance(mine, mine.committed(Tally.of(99, 99), START.plusTicks(199_000_000)), windows))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(advance(mine, mine.plain(Tally.of(99, 99), START.plusTicks(199_000_000)), windows))
        .isEqualTo(CasOutcome.REFUSED);

    isStored(another);
    assertThat(await(store.windows(counter, List.of(minute(0)))))
        .containsEntry(minute(0), Tally.of(5, 4));
  }

  @Test
  void ofManyThatPrepareAtOnce_exactlyOneDoes() {
    prepareAtOnceFrom(Checkpoint.NONE);
    prepareAtOnceFrom(settled("another"));
  }

  private void prepareAtOnceFrom(Checkpoint before) {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      racing.add(store.prepare(counter, before));
    }
    List<CasOutcome> outcomes = awaitAll(racing);

    atMostOneApplied(outcomes);
    assertThat(await(store.readSerial(counter))).isEqualTo(before.prepared());
  }

  @Test
  void ofAPrepareAndAnAdvanceAtOnce_oneIsRefused() {
    Checkpoint now = settled();
    for (int round = 0; round < 10; round++) {
      Checkpoint plain = now.plain(now.total(), now.until().plusTicks(1));
      CompletionStage<CasOutcome> prepare = store.prepare(counter, now);
      CompletionStage<CasOutcome> advance = store.advance(counter, now, plain, Map.of());
      List<CasOutcome> outcomes = List.of(await(prepare), await(advance));

      Checkpoint after = await(store.readSerial(counter));
      assertThat(after).isIn(now.prepared(), plain);
      assertThat(outcomes.get(after.equals(plain) ? 0 : 1)).isNotEqualTo(CasOutcome.APPLIED);
      now = after;
    }
  }

  @Test
  void collectionStaysBehindTheCheckpoint() {
    Checkpoint settled = settled();
    EventTime until = settled.until();

    assertThat(await(store.collect(counter, settled, until.plusTicks(1))))
        .isEqualTo(CasOutcome.REFUSED);
    isStored(settled);
    assertThat(await(store.collect(counter, settled, until))).isEqualTo(CasOutcome.APPLIED);
    isStored(collected(settled, until));
  }

  @Test
  void nothingIsCollectedOfACounterNeverSettled() {
    assertThat(await(store.collect(counter, Checkpoint.NONE, START))).isEqualTo(CasOutcome.REFUSED);
    isStored(Checkpoint.NONE);

    Checkpoint prepared = prepared(Checkpoint.NONE);
    assertThat(await(store.collect(counter, prepared, START))).isEqualTo(CasOutcome.REFUSED);
    isStored(prepared);
  }

  @Test
  void collectionMovesOnlyFromWhatIsExpected() {
    Checkpoint settled = settled();
    Checkpoint once = collected(settled, START);
    EventTime more = START.plusTicks(7);

    assertThat(await(store.collect(counter, once, more))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.collect(counter, settled, START))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.collect(counter, settled, more))).isEqualTo(CasOutcome.REFUSED);
    isStored(once);
    assertThat(await(store.collect(counter, once, more))).isEqualTo(CasOutcome.APPLIED);
    isStored(collected(settled, more));
  }

  /** A settler that read before knows nothing of the collection, and need not. */
  @Test
  void whatIsCollectedOutlivesEveryStep() {
    Checkpoint settled = settled();
    await(store.collect(counter, settled, START));

    assertThat(await(store.prepare(counter, settled))).isEqualTo(CasOutcome.APPLIED);
    isStored(collected(settled.prepared(), START));

    Checkpoint committed =
        settled.prepared().committed(Tally.of(6, 5), START.plusTicks(110_000_000));
    assertThat(advance(settled.prepared(), committed, Map.of())).isEqualTo(CasOutcome.APPLIED);
    isStored(collected(committed, START));
  }

  private List<CasOutcome> awaitAll(List<CompletionStage<CasOutcome>> stages) {
    List<CasOutcome> outcomes = new ArrayList<>();
    for (CompletionStage<CasOutcome> one : stages) {
      outcomes.add(await(one));
    }
    return outcomes;
  }

  /** Whether one did; if none did, it must be unknown whether one of them did. */
  private static boolean atMostOneApplied(List<CasOutcome> outcomes) {
    long applied = outcomes.stream().filter(CasOutcome.APPLIED::equals).count();
    assertThat(applied).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
    return applied == 1;
  }

  private Checkpoint settled(String name) {
    counter = new CounterName(counter.namespace(), counter.name() + name);
    return settled();
  }

  /** The first checkpoint, with a window. */
  private Checkpoint settled() {
    Checkpoint settled = checkpoint(5, 4, 10);
    assertThat(advance(Checkpoint.NONE, settled, Map.of(minute(0), Tally.of(5, 4))))
        .isEqualTo(CasOutcome.APPLIED);
    return settled;
  }

  private Checkpoint prepared(Checkpoint expected) {
    assertThat(await(store.prepare(counter, expected))).isEqualTo(CasOutcome.APPLIED);
    return expected.prepared();
  }

  private static Checkpoint collected(Checkpoint checkpoint, EventTime time) {
    return new Checkpoint(checkpoint.total(), checkpoint.until(), checkpoint.epochs(), time);
  }

  private void isStored(Checkpoint expected) {
    assertThat(await(store.read(counter))).isEqualTo(expected);
    assertThat(await(store.readSerial(counter))).isEqualTo(expected);
  }

  protected CasOutcome advance(Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    return await(store.advance(counter, expected, next, windows));
  }

  protected WindowSlice windowSlice(Granularity granularity, Window first, Window last) {
    return await(store.windowSlice(counter, granularity, first, last));
  }

  protected static Checkpoint checkpoint(long count, long events, int second) {
    return new Checkpoint(Tally.of(count, events), START.plusTicks(second * 10_000_000L));
  }

  protected static Window minute(int index) {
    return new Window(Granularity.MINUTE, START.epochSecond() + 60L * index);
  }
}
