package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class StepReaderTest extends SettlerFixture {
  /** A counter with so many rows is busy. */
  private static final int BUSY = 10;

  private final StepReader reader =
      new StepReader(page, stores.events, share.on(time), BUSY, StepBounds.USUAL);
  private final List<CounterName> names =
      TestLayout.counters(stores.layout, own -> own == page, "votes", "n").limit(7).toList();

  private record Found(Set<UUID> rows, int passed, int quiet) {}

  private Found read(EventTime from, EventTime before) {
    return Done.value(reader.read(from, before, due(before), null, this::found));
  }

  private CompletionStage<Found> found(StepRows rows) {
    int passed = rows.passed();
    int quiet = rows.quiet();
    Map<CounterName, List<StepRows.Row>> all = rows.byCounter();
    assertThat(rows.left()).isEmpty();
    return CompletableFuture.completedStage(
        new Found(
            all.values().stream()
                .flatMap(List::stream)
                .map(StepRows.Row::at)
                .collect(Collectors.toSet()),
            passed,
            quiet));
  }

  private UUID put(CounterName counter, EventTime at) {
    return stores.events.put(counter, at, 1);
  }

  @Test
  void settledRowsOfABusyCounterAreReadOnce() {
    for (int i = 0; i < 2 * BUSY; i++) {
      put(names.get(3), second(1).plusTicks(i));
    }
    put(names.get(2), second(1));
    put(names.get(4), second(1));
    assertThat(read(second(0), second(2)).passed()).isEqualTo(2 * BUSY + 2);
    UUID own = put(names.get(3), second(3));
    UUID below = put(names.get(0), second(3).plusTicks(1));
    UUID above = put(names.get(6), second(3).plusTicks(2));

    Found next = read(second(2), second(4));

    assertThat(next.rows()).containsExactlyInAnyOrder(own, below, above);
    assertThat(next.passed()).isEqualTo(5);
  }

  @Test
  void aBusyCounterStaysSo_untilItsBucketEnds() {
    for (int i = 0; i < BUSY; i++) {
      put(names.get(3), second(1).plusTicks(i));
    }
    put(names.get(1), second(1));
    read(second(0), second(2));
    read(second(2), second(3));
    assertThat(read(second(3), second(4)).passed()).isOne();
    assertThat(stores.events.script.calls(Call.SLICE)).isEqualTo(2);
    read(second(4), second(7));
    read(second(7), second(8));
    assertThat(stores.events.script.calls(Call.SLICE)).isEqualTo(3);
  }

  @Test
  void onlyRowsOfOthersAreReadAgain() {
    for (int i = 0; i < 3 * BUSY; i++) {
      put(names.get(3), second(1).plusTicks(i));
      put(names.get(i % 7), second(2).plusTicks(i));
    }
    assertThat(read(second(0), second(3)).quiet()).isEqualTo(3 * BUSY - 4);
    assertThat(read(second(3), second(4)).quiet()).isEqualTo(3 * BUSY - 4);
  }

  @Test
  void fewCountersAreReadByThemselves_theBusiest() {
    for (int n = 0; n < 6; n++) {
      for (int i = 0; i < BUSY + n; i++) {
        put(names.get(n), second(1).plusTicks(i));
      }
    }
    read(second(0), second(2));
    assertThat(read(second(2), second(3)).passed()).isEqualTo(2 * BUSY + 1);
    assertThat(stores.events.script.calls(Call.SLICE)).isEqualTo(StepReader.MOST_BUSY);
  }

  @RepeatedTest(20)
  void findsEveryRow_whoeverIsBusy(RepetitionInfo run) {
    Random random = new Random(run.getCurrentRepetition());
    EventTime from = second(0);
    for (int step = 1; step < 30; step++) {
      EventTime before = from.plusTicks(1 + random.nextLong(3 * EventTime.TICKS_PER_SECOND));
      List<UUID> rows = new ArrayList<>();
      int busy = random.nextInt(names.size());
      for (int i = random.nextInt(4 * BUSY); i > 0; i--) {
        CounterName counter =
            names.get(random.nextInt(3) == 0 ? random.nextInt(names.size()) : busy);
        rows.add(put(counter, from.plusTicks(random.nextLong(before.ticks() - from.ticks()))));
      }
      assertThat(read(from, before).rows()).isEqualTo(Set.copyOf(rows));
      from = before;
    }
  }

  @Test
  void aFreshBucketIsReadAsAWhole() {
    for (int i = 0; i < BUSY; i++) {
      put(names.get(3), second(1).plusTicks(i));
    }
    read(second(0), second(2));
    EventTime next = second(EventPartition.BUCKET_SECONDS);
    UUID row = put(names.get(3), next);
    assertThat(read(next, next.plusTicks(1)).rows()).containsExactly(row);
    assertThat(stores.events.script.calls(Call.SLICE)).isZero();
  }
}
