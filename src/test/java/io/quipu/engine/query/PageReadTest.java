package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.MisplacedRow;
import io.quipu.testing.sim.scripted.ScriptedClosedWindows;
import io.quipu.testing.sim.scripted.ScriptedCounterNames;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A page and its tail, read in whatever order things happen. */
class PageReadTest extends QueryFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private void warmUp() {
    new Reading().total();
    stores.pages.script.calls().clear();
    stores.events.script.calls().clear();
    stores.directory.script.calls().clear();
    stores.ids.script.calls().clear();
  }

  @Test
  void isOneRoundTrip_whenItIsKnownWhereTheTailBegins() {
    put(1, 1);
    settle(2);
    put(3, 2);
    warmUp();
    stores.pages.script.hold(Call.READ, true);
    stores.directory.script.hold(ScriptedEventDirectory.Call.LOOK, true);
    stores.events.script.hold(ScriptedEventLog.Call.SLICE, true);
    Reading reading = new Reading();
    stores.events.script.held().forEach(held -> held.answered());
    stores.directory.script.held().forEach(held -> held.answered());
    stores.pages.script.held().forEach(held -> held.answered());
    assertThat(reading.total()).isEqualTo(Tally.of(3, 2));
    assertThat(stores.pages.script.calls()).hasSize(1);
    assertThat(stores.events.script.calls()).hasSize(1);
    assertThat(stores.directory.script.calls()).hasSize(1);
  }

  @Test
  void readsALongTailInLargerPages() {
    for (int i = 0; i < 6_000; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1, "id-" + i, FOREVER);
    }
    assertThat(new Reading().total()).isEqualTo(Tally.of(6_000, 6_000));
    assertThat(stores.events.pages).containsExactly(1_000, 2_000, 2_000, 2_000);
  }

  @Test
  void countsNothingTwice_whenThePageIsSettledAfterItsTailWasRead() {
    put(1, 1);
    settle(2);
    put(3, 2);
    put(4, 4, "x", FOREVER);
    warmUp();
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    settle(5);
    stores.pages.script.held().get(0).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(7, 3));
    assertThat(value(reading.answer()).tailRows()).isZero();
  }

  @Test
  void countsNothingTwice_whenItsTailComesAfterAPageThatIsFurther() {
    put(1, 1);
    settle(2);
    put(3, 2);
    put(4, 4, "x", FOREVER);
    warmUp();
    settle(4);
    stores.events.script.hold(ScriptedEventLog.Call.SLICE, true);
    Reading reading = new Reading();
    stores.events.script.held().get(0).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(7, 3));
    assertThat(value(reading.answer()).tailRows()).isEqualTo(1);
  }

  @Test
  void countsNothingTwice_whenThePageIsSettledBeforeItsTailIsRead() {
    put(1, 1);
    stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> settle(5));
    assertThat(new Reading().total()).isEqualTo(Tally.of(1, 1));
    assertThat(stores.events.script.calls(ScriptedEventLog.Call.SLICE)).isEqualTo(1);
  }

  @Test
  void readsWhatLiesBeforeTheGuess_whenThePageIsNotThatFar() {
    put(1, 1);
    settle(2);
    put(3, 2);
    put(8, 4);
    put(9, 8);
    put(12, 16);
    put(13, 32, "x", FOREVER);
    new Reading().total();
    // A step that one replica had, and that this answer does not have.
    reads.passed(page, second(9));
    assertThat(new Reading().total()).isEqualTo(Tally.of(63, 6));
  }

  @Test
  void readsWhatIsNamedAndWasNotGuessed() {
    put(1, 1);
    settle(2);
    warmUp();
    put(RetentionClass.FOREVER, 0, 3, 2);
    put(400_000, 4);
    assertThat(new Reading().total()).isEqualTo(Tally.of(7, 3));
  }

  @Test
  void seesWhatWasAcknowledgedBeforeIt_howeverManyReadsAreUnderWay() {
    put(1, 1);
    settle(2);
    warmUp();
    stores.directory.script.hold(ScriptedEventDirectory.Call.LOOK, true);
    Reading before = new Reading();
    put(60, 2);
    Reading after = new Reading();
    stores.directory.script.held().get(0).answered();
    stores.directory.script.held().get(1).answered();
    assertThat(before.total().events()).isBetween(1L, 2L);
    assertThat(after.total()).isEqualTo(Tally.of(3, 2));
  }

  @Test
  void guessesOnlyTheLastPartitions() {
    put(1, 1);
    settle(2);
    for (int i = 1; i <= 40; i++) {
      put(i * 5L, 1);
    }
    warmUp();
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    assertThat(stores.events.script.calls()).hasSize(12);
    settle(100);
    stores.events.script.calls().clear();
    stores.pages.script.held().get(0).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(41, 41));
    assertThat(stores.events.script.calls()).as("from 100 to 145").hasSize(9);
  }

  @Test
  void believesNoGuess_ofAPageThatOthersHaveLeftFarBehind() {
    put(1, 1);
    settle(2);
    warmUp();
    reads.passed(page + 1, second(10_000));
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    assertThat(stores.directory.script.calls()).isEmpty();
    stores.pages.script.held().get(0).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void looksIdsUpAfterThePage() {
    put(1, 5, "x", FOREVER);
    settle(2);
    put(3, 5, "x", FOREVER);
    put(4, 1);
    settle(5);
    put(6, 5, "x", FOREVER);
    warmUp();
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    assertThat(stores.ids.script.calls(ScriptedSettledIds.Call.READ)).isZero();
    settle(7);
    put(8, 5, "x", FOREVER);
    stores.pages.script.held().get(0).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(6, 2));
  }

  @Test
  void believesNoSettledId_ofAStepThatItDoesNotKnow() {
    put(1, 5, "x", FOREVER);
    put(4, 2, "late", FOREVER);
    settle(2);
    stores.ids.script.before(
        ScriptedSettledIds.Call.READ,
        () -> {
          settle(5);
          settle(6);
        });
    assertThat(new Reading().total()).isEqualTo(Tally.of(7, 2));
  }

  @Test
  void failsWhenItTookHalfTheCollectionWait() {
    put(1, 1);
    stores.events.script.before(
        ScriptedEventLog.Call.SLICE, () -> time.pass(Duration.ofSeconds(29)));
    assertThat(new Reading().total()).isEqualTo(Tally.of(1, 1));
    stores.events.script.before(
        ScriptedEventLog.Call.SLICE, () -> time.pass(Duration.ofSeconds(30)));
    assertThat(failure(new Reading().answer())).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void countsTheTimeFromTheFirstQuery_notFromTheAnswer() {
    put(1, 1);
    settle(2);
    warmUp();
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    time.pass(Duration.ofSeconds(30));
    stores.pages.script.held().get(0).answered();
    assertThat(failure(reading.answer())).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void readsTheRowsOfAWholePage_whereManyOfItsCountersAreAskedFor() {
    List<CounterName> counters = neighbours(20);
    long delta = 1;
    for (CounterName counter : counters) {
      stores.events.put(counter, second(delta % 3), delta++);
    }
    List<CounterName> asked = new ArrayList<>(counters.subList(0, 9));
    Map<CounterName, Long> found = new java.util.TreeMap<>();
    value(read(reads, page, asked, sink((counter, at, more, events) -> found.put(counter, more))));
    assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(asked);
    assertThat(stores.events.script.calls()).containsExactly(ScriptedEventLog.Call.SLICE_PAGE);
    stores.settle(second(2));
    found.clear();
    for (int i = 0; i < 2; i++) {
      value(
          read(reads, page, asked, sink((counter, at, more, events) -> found.put(counter, more))));
      assertThat(found.values()).allMatch(more -> more % 3 == 2).hasSize(3);
    }
    stores.events.script.calls().clear();
    value(read(reads, page, asked.subList(0, 8), IGNORED));
    assertThat(stores.events.script.calls()).hasSize(8).containsOnly(ScriptedEventLog.Call.SLICE);
  }

  @Test
  void hasNoRowThatWasNotAskedFor() {
    PageHeader settled = new PageHeader(second(5), EventTime.MIN, PageHeader.NONE.ids(), 1);
    assertThat(stores.pages.advanced(page, EventTime.MIN, settled, Map.of())).isTrue();
    stores.directory.nameNow(partition(5));
    assertThat(value(misplaced(second(5))).tailRows()).isEqualTo(1);
    assertThat(value(misplaced(second(8))).tailRows()).isEqualTo(1);
    for (EventTime outside : List.of(second(5).plusTicks(-1), second(9))) {
      assertThat(failure(misplaced(outside)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not in the tail");
    }
  }

  private CompletionStage<PageReading> misplaced(EventTime row) {
    CounterStores spoilt =
        new CounterStores(
            stores.pages,
            stores.directory,
            new MisplacedRow(A, row),
            stores.ids,
            stores.filters,
            new ScriptedClosedWindows(),
            new ScriptedCounterNames(),
            stores.pages.slices());
    PageReads of = new PageReads(spoilt, reads.rules, stores.layout, rows, time, time);
    return rows.with(
        rows.patienceEnds(),
        0,
        held -> of.read(page, List.of(A), second(9), held, new KnownResets(), IGNORED));
  }

  @Test
  void readsNoPartitionBeyondWhatIsAskedFor() {
    put(1, 1);
    put(20, 2);
    for (int i = 0; i < 2; i++) {
      stores.events.script.calls().clear();
      value(
          rows.with(
              rows.patienceEnds(),
              0,
              held -> reads.read(page, List.of(A), second(5), held, new KnownResets(), IGNORED)));
      assertThat(stores.events.script.calls()).hasSize(1);
    }
  }

  @Test
  void isRefused_whileThePageOrThePartOrAPartitionCannotBeRead() {
    put(1, 1);
    EventPartition partition = partition(1);
    stores.pages.script.down(page, true);
    assertThat(failure(new Reading().answer())).isInstanceOf(StoreUnavailable.class);
    stores.pages.script.down(page, false);
    stores.directory.script.down(part, true);
    assertThat(failure(new Reading().answer())).isInstanceOf(StoreUnavailable.class);
    stores.directory.script.down(part, false);
    stores.events.script.down(partition, true);
    assertThat(failure(new Reading().answer())).isInstanceOf(StoreUnavailable.class);
    stores.events.script.down(partition, false);
    assertThat(new Reading().total()).isEqualTo(Tally.of(1, 1));
    assertThat(share.taken()).isZero();
    assertThat(hastened).isEmpty();
  }

  @Test
  void holdsWhatCameBeforeThePage_inItsTurnWhereOthersHoldMost() {
    put(1, 1);
    settle(2);
    for (int i = 0; i < 3; i++) {
      put(3 + i, 1);
    }
    warmUp();
    share.on(time).take(5_000_000);
    stores.pages.script.hold(Call.READ, true);
    Reading reading = new Reading();
    stores.pages.script.held().get(0).answered();
    time.passMillis(0);
    assertThat(hastened).containsExactly(page);
    stores.pages.script.held().get(1).answered();
    assertThat(reading.total()).isEqualTo(Tally.of(4, 4));
    assertThat(share.taken()).isEqualTo(5_000_000);
  }
}
