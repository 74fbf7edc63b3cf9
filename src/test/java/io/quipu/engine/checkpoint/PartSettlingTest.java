package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Span;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class PartSettlingTest extends SettlerFixture {
  private static final int PERMITS = 16;
  private static final UUID SELF = new UUID(0, 1);

  private final AsyncSemaphore turns = new AsyncSemaphore(PERMITS);
  private final int second = (page + stores.layout.parts()) % stores.layout.pages();
  private final CounterName onSecond = TestLayout.counter(stores.layout, second, "s");
  private final PartSettling settling =
      new PartSettling(stores.directory, part, this::turns, time, () -> {});

  private PageTurns turns(int number) {
    return new PageTurns(number, shared(stores.events, share, 10_000), turns, () -> Span.NONE);
  }

  private CompletionStage<Void> begin(long horizon) {
    EventTime until = second(horizon);
    return settling.look(
        new WriterView(SELF, until, start, until, List.of(SELF), EndedWriters.NONE));
  }

  private void look(long horizon) {
    Done.value(begin(horizon));
    time.passMillis(200);
  }

  /** Both pages are own ones, and known. */
  private void ownBoth() {
    settling.own(List.of(page, second));
    look(0);
  }

  private void putBoth(long at, long delta) {
    put(at, delta);
    stores.events.put(onSecond, second(at), delta);
  }

  private Tally onSecondPage() {
    return stores.pages.stored(second, onSecond).total();
  }

  private PageTurns own() {
    return Objects.requireNonNull(settling.page(page));
  }

  private long looks() {
    return stores.directory.script.calls(ScriptedEventDirectory.Call.LOOK);
  }

  @Test
  void knowsHowOldTheOldestIsThatIsNotSettled() {
    ownBoth();
    assertThat(settling.unsettledFrom()).isEqualTo(EventTime.MAX);
    put(1, 1);
    putBoth(6, 1);
    // What has come in a bucket that goes on waits for its end.
    look(7);
    assertThat(settling.unsettledFrom()).isBetween(second(0), second(6));
    look(10);
    look(15);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
    assertThat(settling.unsettledFrom()).isEqualTo(EventTime.MAX);
  }

  @Test
  void readsTheDirectoryAfterTheHorizon_withEachLook() {
    ownBoth();
    put(1, 1);
    stores.directory.script.before(ScriptedEventDirectory.Call.LOOK, () -> put(6, 10));
    look(10);
    assertThat(stored().total()).isEqualTo(Tally.of(11, 2));
    stores.directory.script.before(ScriptedEventDirectory.Call.LOOK, () -> put(11, 100));
    look(15);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
    assertThat(header().until()).isEqualTo(second(15));
  }

  @Test
  void goesNoFurtherThanTheDirectoryWasRead() {
    ownBoth();
    put(1, 1);
    for (int hour = 1; hour <= 5; hour++) {
      put(3_600 * hour + 1, 1);
    }
    look(3_600 * 6);
    assertThat(header().until()).isLessThanOrEqualTo(second(3_600 * 4));
    for (int looks = 0; looks < 3; looks++) {
      look(3_600 * 6);
    }
    assertThat(stored().total()).isEqualTo(Tally.of(6, 6));
  }

  /** Though its page stands within a bucket that has ended. */
  @Test
  void isIdle_whenAllThatIsNamedWasFoundEmpty() {
    ownBoth();
    put(1, 1);
    settling.page(page).hasten(EventTime.MIN);
    look(2);
    assertThat(header().until()).isEqualTo(second(2));
    look(8);
    look(9);
    long before = looks();
    look(10);
    assertThat(looks()).isEqualTo(before);
    assertThat(header().until()).isEqualTo(second(2));
  }

  @Test
  void takesNothingFromAPartition_ofWhichOnlyTheHourOfAnotherRetentionIsNamed() {
    ownBoth();
    put(1, 1);
    EventPartition other =
        new EventPartition(RetentionClass.FOREVER, partition(1).bucket(), partition(1).part());
    EventRow row = new EventRow(second(1).timeuuid(0, 1), 10, 1, null);
    stores.events.put(other, List.of(new EventLog.CounterRows(page, A, List.of(row))));
    Done.value(stores.directory.name(other));
    look(10);
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void aPageThatFailsHoldsUpNoOther() {
    ownBoth();
    stores.pages.script.down(page, true);
    putBoth(1, 1);
    look(5);
    assertThat(onSecondPage()).isEqualTo(Tally.of(1, 1));
    putBoth(6, 1);
    look(10);
    assertThat(onSecondPage()).isEqualTo(Tally.of(2, 2));
    stores.pages.script.down(page, false);
    time.pass(Duration.ofSeconds(5));
    look(10);
    time.pass(Duration.ofSeconds(5));
    look(11);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void aPageThatTakesLongHoldsUpNoOther() {
    ownBoth();
    putBoth(1, 1);
    look(5);
    put(6, 1);
    stores.pages.script.hold(ScriptedPageStore.Call.ADVANCE, true);
    look(10);
    stores.pages.script.hold(ScriptedPageStore.Call.ADVANCE, false);
    putBoth(11, 1);
    look(15);
    assertThat(onSecondPage()).isEqualTo(Tally.of(2, 2));
    assertThat(header().until()).isEqualTo(second(5));
    assertThat(stores.pages.script.held()).hasSize(1);
    stores.pages.script.held().get(0).answered();
    look(16);
    assertThat(stored().total()).isEqualTo(Tally.of(3, 3));
  }

  @Test
  void aPageThatIsFarBehindHoldsUpNoOther() {
    ownBoth();
    put(1, 1);
    long late = 3_600 * 3;
    settling.own(List.of(second));
    stores.events.put(onSecond, second(late), 1);
    for (int looks = 0; looks < 2; looks++) {
      look(late + 5);
    }
    assertThat(onSecondPage()).isEqualTo(Tally.of(1, 1));
    settling.own(List.of(page, second));
    look(late + 5);
    stores.events.put(onSecond, second(late + 6), 1);
    // What the page that is behind has to look at cannot be read.
    stores.directory.script.next(ScriptedEventDirectory.Call.LOOK, Fate.UNAVAILABLE);
    assertThat(Done.failure(begin(late + 10))).isInstanceOf(StoreUnavailable.class);
    time.passMillis(200);
    assertThat(onSecondPage()).isEqualTo(Tally.of(2, 2));
    assertThat(header().isFirst()).isTrue();
    look(late + 10);
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void looksAgainAtOnce_ifThePartCouldNotBeLookedAt() {
    ownBoth();
    put(1, 1);
    stores.directory.script.next(ScriptedEventDirectory.Call.LOOK, Fate.UNAVAILABLE);
    assertThat(Done.failure(begin(5))).isInstanceOf(StoreUnavailable.class);
    look(5);
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void looksAtAnIdlePartEveryFiveSeconds() {
    ownBoth();
    look(1);
    long before = looks();
    time.pass(Duration.ofMillis(4_799));
    look(2);
    assertThat(looks()).isEqualTo(before);
    look(3);
    assertThat(looks()).isEqualTo(before + 1);
  }

  @Test
  void looksAtABusyPartWithEachHorizon_andAtOnceWhenItIsWanted() {
    ownBoth();
    look(1);
    long before = looks();
    own().hasten(EventTime.MIN);
    assertThat(settling.isWanted(second(2))).isTrue();
    look(2);
    assertThat(looks()).isEqualTo(before + 1);
    put(2, 1);
    own().hasten(EventTime.MIN);
    look(3);
    look(4);
    look(5);
    assertThat(looks()).as("and once more at the hour that is new").isEqualTo(before + 5);
  }

  @Test
  void looksAgainAtTheSameHorizon_whenSomebodyComesToWaitForWhatItHasPassed() {
    ownBoth();
    put(6, 1);
    look(8);
    assertThat(header().until()).isLessThan(second(8));
    own().hasten(second(6));
    look(8);
    assertThat(header().until()).isEqualTo(second(8));
  }

  /** Steps of a page keep a distance, others need not wait for it. */
  @Test
  void aPageThatMayNotTakeItsNextStepYet_holdsUpNoOther() {
    for (int taken = 1; taken < PERMITS; taken++) {
      turns.acquire(() -> {});
    }
    ownBoth();
    putBoth(1, 1);
    look(1);
    own().hasten(second(1));
    Done.value(begin(2));
    time.passMillis(0);
    assertThat(header().until()).isEqualTo(second(2));
    putBoth(3, 1);
    own().hasten(second(3));
    Objects.requireNonNull(settling.page(second)).hasten(second(3));
    Done.value(begin(4));
    time.passMillis(0);
    assertThat(header().until()).isEqualTo(second(2));
    assertThat(onSecondPage()).isEqualTo(Tally.of(2, 2));
    time.passMillis(125);
    assertThat(header().until()).isEqualTo(second(4));
  }

  @Test
  void pagesComeAndGo() {
    settling.own(List.of(page));
    look(0);
    putBoth(1, 1);
    look(5);
    assertThat(settling.page(second)).isNull();
    assertThat(onSecondPage()).isEqualTo(Tally.ZERO);
    PageTurns kept = own();
    settling.own(List.of(page, second));
    assertThat(settling.page(page)).isSameAs(kept);
    look(5);
    look(6);
    assertThat(onSecondPage()).isEqualTo(Tally.of(1, 1));

    settling.own(List.of());
    assertThat(kept.header()).isNull();
    long before = looks();
    putBoth(6, 1);
    look(10);
    assertThat(looks()).isEqualTo(before);
    settling.own(List.of(page));
    look(10);
    look(11);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
  }
}
