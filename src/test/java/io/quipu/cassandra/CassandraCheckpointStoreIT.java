package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore.WindowSlice;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraCheckpointStoreIT {
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final BigInteger HUGE = BigInteger.valueOf(Long.MAX_VALUE).pow(2).negate();

  private static CassandraSession session;
  private static OwnerContext context;

  private CounterName counter;
  private CassandraCheckpointStore store;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    session = TestSessions.open(cassandra);
    context = new OwnerContext();
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  @BeforeEach
  void freshCounter(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    store = new CassandraCheckpointStore(session, context);
  }

  @Test
  void aCounterNeverSettledHasNoCheckpoint() {
    assertThat(context.await(store.read(counter))).isEqualTo(Checkpoint.NONE);
    assertThat(context.await(store.readSerial(counter))).isEqualTo(Checkpoint.NONE);
    Window minute = minute(0);
    assertThat(context.await(store.windows(counter, List.of(minute)))).isEmpty();
    assertThat(windowSlice(Granularity.MINUTE, minute, minute))
        .isEqualTo(new WindowSlice(Checkpoint.NONE, Map.of()));
  }

  @Test
  void theFirstCheckpointExpectsNone() {
    Checkpoint first = checkpoint(5, 4, 10);

    assertThat(advance(Checkpoint.NONE, first, Map.of())).isEqualTo(CasOutcome.APPLIED);

    assertThat(context.await(store.read(counter))).isEqualTo(first);
    assertThat(context.await(store.readSerial(counter))).isEqualTo(first);
    assertThat(advance(Checkpoint.NONE, checkpoint(1, 1, 11), Map.of()))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(store.read(counter))).isEqualTo(first);
  }

  @Test
  void aCheckpointMovesOnlyFromTheExpectedOne() {
    Checkpoint first = checkpoint(5, 4, 10);
    Checkpoint second = checkpoint(6, 5, 20);
    advance(Checkpoint.NONE, first, Map.of());

    assertThat(advance(checkpoint(5, 4, 9), second, Map.of())).isEqualTo(CasOutcome.REFUSED);
    assertThat(advance(first, second, Map.of())).isEqualTo(CasOutcome.APPLIED);
    assertThat(advance(first, checkpoint(7, 6, 30), Map.of())).isEqualTo(CasOutcome.REFUSED);

    assertThat(context.await(store.readSerial(counter))).isEqualTo(second);
  }

  @Test
  void totalsAreExact_howeverLarge() {
    Checkpoint huge = new Checkpoint(new Tally(HUGE, Long.MAX_VALUE), START);
    Window minute = minute(0);

    advance(Checkpoint.NONE, huge, Map.of(minute, new Tally(HUGE, 1)));

    assertThat(context.await(store.read(counter))).isEqualTo(huge);
    assertThat(context.await(store.windows(counter, List.of(minute))))
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
    assertThat(context.await(store.windows(counter, asked))).isEqualTo(touched);

    Map<Window, Tally> more = Map.of(minute(0), Tally.of(3, 3));
    assertThat(advance(first, checkpoint(6, 6, 20), more)).isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(store.windows(counter, List.of(minute(0))))).isEqualTo(more);
  }

  @Test
  void ofManyThatAdvanceAtOnce_exactlyOneDoes() {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      racing.add(
          store.advance(
              counter, Checkpoint.NONE, checkpoint(i, i, i), Map.of(minute(0), Tally.of(i, i))));
    }
    List<CasOutcome> outcomes = new ArrayList<>();
    for (CompletionStage<CasOutcome> one : racing) {
      outcomes.add(context.await(one));
    }

    Checkpoint winner = context.await(store.readSerial(counter));
    long applied = outcomes.stream().filter(CasOutcome.APPLIED::equals).count();
    long unknown = outcomes.stream().filter(CasOutcome.UNKNOWN::equals).count();
    assertThat(applied).isLessThanOrEqualTo(1);
    assertThat(applied + unknown).isPositive();
    assertThat(context.await(store.windows(counter, List.of(minute(0)))))
        .containsEntry(minute(0), winner.total());
    if (applied == 1) {
      int index = outcomes.indexOf(CasOutcome.APPLIED) + 1;
      assertThat(winner).isEqualTo(checkpoint(index, index, index));
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
  void tenThousandWindowsAreReadInOneGo() {
    Checkpoint previous = Checkpoint.NONE;
    for (int from = 0; from < 10_001; from += 1_000) {
      Map<Window, Tally> some = new HashMap<>();
      for (int i = from; i < Math.min(from + 1_000, 10_001); i++) {
        some.put(minute(i), Tally.of(i, 1));
      }
      Checkpoint next = checkpoint(from + 1, 1, from + 1);
      assertThat(advance(previous, next, some)).isEqualTo(CasOutcome.APPLIED);
      previous = next;
    }

    WindowSlice slice = windowSlice(Granularity.MINUTE, minute(0), minute(10_000));

    assertThat(slice.checkpoint()).isEqualTo(previous);
    assertThat(slice.windows()).hasSize(10_001).containsEntry(minute(9_999), Tally.of(9_999, 1));
    List<Window> all = new ArrayList<>(slice.windows().keySet());
    assertThat(context.await(store.windows(counter, all))).isEqualTo(slice.windows());
  }

  @Test
  void aWindowSliceIsNeverTornBetweenTwoCheckpoints() {
    CompletableFuture<Integer> advancing = advanceAll(1, 60);
    int read = 0;
    while (!advancing.isDone()) {
      WindowSlice slice = windowSlice(Granularity.MINUTE, minute(0), minute(1));
      Tally sum = slice.windows().values().stream().reduce(Tally.ZERO, Tally::plus);
      if (!slice.windows().isEmpty()) {
        assertThat(sum).isEqualTo(slice.checkpoint().total());
        read++;
      }
    }
    assertThat(advancing.join()).isEqualTo(60);
    assertThat(read).isPositive();
  }

  /** Step i settles one more event in each of two windows. */
  private CompletableFuture<Integer> advanceAll(int step, int last) {
    Checkpoint expected =
        step == 1 ? Checkpoint.NONE : checkpoint(2L * step - 2, 2L * step - 2, step - 1);
    return store
        .advance(
            counter,
            expected,
            checkpoint(2L * step, 2L * step, step),
            Map.of(minute(0), Tally.of(step, step), minute(1), Tally.of(step, step)))
        .thenCompose(
            outcome -> {
              assertThat(outcome).isEqualTo(CasOutcome.APPLIED);
              return step == last
                  ? CompletableFuture.completedFuture(step)
                  : advanceAll(step + 1, last);
            })
        .toCompletableFuture();
  }

  private CasOutcome advance(Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    return context.await(store.advance(counter, expected, next, windows));
  }

  private WindowSlice windowSlice(Granularity granularity, Window first, Window last) {
    return context.await(store.windowSlice(counter, granularity, first, last));
  }

  private static Checkpoint checkpoint(long count, long events, int second) {
    return new Checkpoint(Tally.of(count, events), START.plusTicks(second * 10_000_000L));
  }

  private static Window minute(int index) {
    return new Window(Granularity.MINUTE, START.epochSecond() + 60L * index);
  }
}
