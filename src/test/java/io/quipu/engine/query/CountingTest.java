package io.quipu.engine.query;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CountingTest extends QueryFixture {
  private static final CounterName B = new CounterName("votes", "b");
  private static final KnownCounter SPREAD = known(A, 3);

  private List<Count> counts(List<KnownCounter> counters) {
    return value(counting.counts(counters)).stream().map(Count.class::cast).toList();
  }

  @Test
  void countsNothing_whereNothingWasRecorded() {
    assertThat(count(one(A))).isEqualTo(new Count(A, Tally.ZERO, EventTime.MIN, Tally.ZERO));
  }

  @Test
  void addsTheTailToWhatIsSettled() {
    put(1, 1);
    settle(2);
    put(2, 2);
    put(70, 4);
    Count count = count(one(A));
    assertThat(count.settled()).isEqualTo(Tally.of(1, 1));
    assertThat(count.tail()).isEqualTo(Tally.of(6, 2));
    assertThat(count.until()).isEqualTo(second(2));
    assertThat(count.total()).isEqualTo(Tally.of(7, 3));
  }

  @Test
  void neverJoinsAReadThatIsUnderWay() {
    put(1, 1);
    settle(2);
    count(one(A));
    stores.pages.script.hold(Call.READ, true);
    CompletionStage<Answer> before = counting.count(one(A));
    time.passMillis(0);
    put(3, 2);
    CompletionStage<Answer> after = counting.count(one(A));
    CompletionStage<Answer> shares = counting.count(one(A));
    stores.pages.script.held().get(0).answered();
    time.passMillis(0);
    stores.pages.script.held().get(1).answered();
    assertThat(((Count) value(before)).total().events()).isEqualTo(1);
    assertThat(((Count) value(after)).total()).isEqualTo(Tally.of(3, 2));
    assertThat(value(shares)).isEqualTo(value(after));
    assertThat(stores.pages.script.held()).hasSize(2);
  }

  @Test
  void addsUpTheShards_settledUpToTheLeastOfTheirPages() {
    for (int shard = 0; shard < 3; shard++) {
      put(RetentionClass.USUAL, shard, 1, 1L << shard);
    }
    settle(2);
    List<Integer> pages = stores.layout.pagesOf(A, 3);
    stores.pages.settled(pages.get(1), second(4), java.util.Map.of());
    for (int shard = 0; shard < 3; shard++) {
      put(RetentionClass.USUAL, shard, 5, 8L << shard);
    }
    put(RetentionClass.USUAL, 3, 5, 1_000);
    Count count = count(SPREAD);
    assertThat(count.settled()).isEqualTo(Tally.of(7, 3));
    assertThat(count.tail()).isEqualTo(Tally.of(56, 3));
    assertThat(count.until()).isEqualTo(second(2));
  }

  @Test
  void failsWhole_whereOneOfThePagesCannotBeRead() {
    stores.pages.script.down(stores.layout.pagesOf(A, 3).get(2), true);
    assertThat(failure(counting.count(SPREAD))).isInstanceOf(StoreUnavailable.class);
    assertThat(count(known(A, 2)).total()).isEqualTo(Tally.ZERO);
  }

  @Test
  void countsSeveral_inTheirOrder_andEachOnce() {
    put(0, 1);
    stores.events.put(B, start, 2);
    List<Count> counts = counts(List.of(one(B), one(A), one(B)));
    assertThat(counts).extracting(Count::counter).containsExactly(B, A, B);
    assertThat(counts)
        .extracting(count -> count.tail().count().intValue())
        .containsExactly(2, 1, 2);
  }

  @Test
  void readsEachPageOnce_howeverManyOfItsCountersAreAskedFor() {
    List<KnownCounter> asked = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      CounterName name = new CounterName("votes", "c" + i);
      asked.add(one(name));
      if (i % 10 == 0) {
        stores.events.put(name, start.plusTicks(i), i + 1L);
      }
    }
    List<Count> counts = counts(asked);
    assertThat(counts.get(990).total()).isEqualTo(Tally.of(991, 1));
    assertThat(counts.get(999).total()).isEqualTo(Tally.ZERO);
    assertThat(stores.pages.script.calls()).hasSize(4);
    assertThat(stores.events.script.calls())
        .hasSize(4)
        .containsOnly(ScriptedEventLog.Call.SLICE_PAGE);
    stores.directory.script.calls().clear();
    value(counting.counts(asked));
    assertThat(stores.directory.script.calls(ScriptedEventDirectory.Call.LOOK))
        .as("two parts")
        .isEqualTo(2);
  }

  @Test
  void fails_whenTheStoreDoesNotAnswer() {
    stores.pages.script.next(Call.READ, Fate.UNAVAILABLE);
    assertThat(failure(counting.counts(List.of(one(A), one(B)))))
        .isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void tellsOfALongTail() {
    for (int i = 0; i < 1_999; i++) {
      stores.events.put(A, start.plusTicks(i), 1);
    }
    assertThat(count(one(A)).tail().events()).isEqualTo(1_999);
    assertThat(hastened).isEmpty();
    stores.events.put(A, start.plusTicks(5_000), 1);
    assertThat(count(one(A)).tail().events()).isEqualTo(2_000);
    assertThat(hastened).containsExactly(page);
  }
}
