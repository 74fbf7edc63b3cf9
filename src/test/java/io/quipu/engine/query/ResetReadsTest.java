package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Resets, in what is settled and in tails. */
class ResetReadsTest extends QueryFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final WindowCounting windows = new WindowCounting(reads, stores.windows, page -> {});

  private void reset(long second) {
    reset(0, second, RetentionClass.USUAL);
  }

  private void reset(int shard, long second, int retention) {
    stores.events.put(retention, shard, A, EventRow.reset(second(second).timeuuid(3, 9)));
  }

  private void reset(CounterName counter, EventTime at) {
    stores.events.put(RetentionClass.USUAL, 0, counter, EventRow.reset(at.timeuuid(3, 9)));
  }

  private Count count() {
    return count(one(A));
  }

  private List<Tally> minutes(int last) {
    Range range =
        Range.of(
            one(A),
            Granularity.MINUTE.windowOf(second(0)),
            Granularity.MINUTE.windowOf(second(last * 60L)));
    return value(windows.count(range, second(0))).windows().stream()
        .map(WindowCount::tally)
        .toList();
  }

  @Test
  void countsWhatLiesAfterTheReset_inTheTailAndWhenItIsSettled() {
    put(1, 5);
    put(2, 7, "x", FOREVER);
    settle(10);
    put(11, 100);
    put(30, 1, "y", FOREVER);
    put(50, 2);
    reset(40);
    Count before = count();
    assertThat(before.total()).isEqualTo(Tally.of(2, 1));
    assertThat(before.settled()).isEqualTo(Tally.of(12, 2));
    assertThat(before.tail()).isEqualTo(Tally.of(-10, -1));
    assertThat(count()).as("the tail read on a guess").isEqualTo(before);
    settle(45);
    assertThat(count().settled()).isEqualTo(Tally.ZERO);
    assertThat(count().total()).isEqualTo(Tally.of(2, 1));
    settle(60);
    assertThat(count().settled()).isEqualTo(Tally.of(2, 1));
  }

  @Test
  void windowsSumToTheCount_thatOfTheResetHasWhatItTookAway() {
    put(1, 5);
    settle(61);
    put(70, 7);
    put(130, 1);
    reset(125);
    put(190, 3);
    List<Tally> expected =
        List.of(Tally.of(5, 1), Tally.of(7, 1), Tally.of(-11, -1), Tally.of(3, 1));
    assertThat(minutes(3)).isEqualTo(expected);
    assertThat(count().total()).isEqualTo(Tally.of(4, 2));
    for (long horizon : new long[] {100, 127, 200, 400}) {
      settle(horizon);
      assertThat(minutes(3)).as("settled until " + horizon).isEqualTo(expected);
      assertThat(count().total()).isEqualTo(Tally.of(4, 2));
    }
  }

  @Test
  void anIdFromBeforeTheResetStaysADuplicate() {
    put(1, 5, "x", FOREVER);
    reset(2);
    put(3, 5, "x", FOREVER);
    put(4, 6, "y", FOREVER);
    assertThat(count().total()).isEqualTo(Tally.of(6, 1));
    settle(10);
    put(11, 5, "x", FOREVER);
    assertThat(count().total()).isEqualTo(Tally.of(6, 1));
    settle(20);
    assertThat(count().total()).isEqualTo(Tally.of(6, 1));
  }

  @Test
  void severalResetsInATail_eachTakesAwayWhatCameSinceTheLast() {
    put(1, 1);
    reset(2);
    put(3, 10);
    put(64, 100);
    reset(65);
    reset(66);
    put(67, 1_000);
    assertThat(count().total()).isEqualTo(Tally.of(1_000, 1));
    assertThat(minutes(1)).containsExactly(Tally.of(10, 1), Tally.of(990, 0));
  }

  @Test
  void takesAwayWhatIsInPartitionsOfOtherRetentions() {
    put(1, 5);
    reset(0, 2, RetentionClass.FOREVER);
    put(3, 7);
    assertThat(count().total()).isEqualTo(Tally.of(7, 1));
    settle(10);
    assertThat(count().total()).isEqualTo(Tally.of(7, 1));
  }

  @Test
  void isOfItsPageOnly_whereItsRowIsOnOneOfThem() {
    KnownCounter sharded = TestNamespaces.known(A, 2);
    for (int shard = 0; shard < 2; shard++) {
      put(RetentionClass.USUAL, shard, 1, 5 + shard);
    }
    reset(1, 2, RetentionClass.USUAL);
    assertThat(count(sharded).total()).isEqualTo(Tally.of(5, 1));
    reset(0, 2, RetentionClass.USUAL);
    assertThat(count(sharded).total()).isEqualTo(Tally.ZERO);
  }

  @Test
  void isOfItsCounterOnly_whereManyAreReadTogether() {
    List<CounterName> counters = new ArrayList<>(neighbours(12));
    counters.add(A);
    for (CounterName counter : counters) {
      stores.events.put(counter, second(1), 3);
    }
    reset(2);
    List<Answer> answers =
        value(counting.counts(counters.stream().map(QueryFixture::one).toList()));
    assertThat(answers)
        .extracting(answer -> ((Count) answer).total().count().intValue())
        .containsExactly(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0);
  }

  @Test
  void aResetOfNothingLeavesNothingBehind() {
    reset(1);
    assertThat(count().total()).isEqualTo(Tally.ZERO);
    settle(10);
    assertThat(stores.pages.stored(page, A).isNew()).isTrue();
    put(11, 4);
    assertThat(count().total()).isEqualTo(Tally.of(4, 1));
  }

  /** Before each slice there is another one. */
  @Test
  void isReadTwiceAtMost_howeverOftenItIsResetMeanwhile() {
    put(1, 100);
    reset(2);
    put(3, 40);
    stores.events.script.before(Call.SLICE, () -> {});
    for (int i = 0; i < 20; i++) {
      int which = i;
      stores.events.script.before(Call.SLICE, () -> reset(A, second(4).plusTicks(which)));
    }
    assertThat(count().total())
        .as("of what was there when it was asked")
        .isEqualTo(Tally.of(40, 1));
    assertThat(stores.events.script.calls(Call.SLICE)).isEqualTo(2);
    assertThat(count().total()).as("asked after a reset").isEqualTo(Tally.ZERO);
  }

  /** One that is found on a page must not keep those of others from being found. */
  @Test
  void allThatWereThereBeforeTheQuestionAreKnown_whenItIsAskedAgain() {
    List<KnownCounter> counters = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      KnownCounter counter = one(new CounterName("votes", "many" + i));
      counters.add(counter);
      stores.events.put(counter.name(), second(1), 3);
      reset(counter.name(), second(2).plusTicks(i));
      stores.events.put(counter.name(), second(3), i);
    }
    assertThat(value(counting.counts(counters)))
        .extracting(answer -> ((Count) answer).total().count().intValue())
        .isEqualTo(IntStream.range(0, 40).boxed().toList());
  }
}
