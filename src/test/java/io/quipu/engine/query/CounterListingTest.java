package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.Listing.FoundCounter;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CounterListingTest extends QueryFixture {
  private final CounterListing listing = new CounterListing(stores.names, rows);
  private final SettledValues values = new SettledValues(stores.pages, stores.layout);

  private static Namespace votes(int shards) {
    return TestNamespaces.sharded(Namespace.of("votes", "event"), shards);
  }

  private List<FoundCounter> list(int shards, String after, int limit) {
    return value(
            listing.list(
                new Question.Names(votes(shards), NameRange.ALL.after(after), limit), values::of))
        .counters();
  }

  @Test
  void holdsRowsWhileItReads_andIsRefusedWhereThereAreNone() {
    RowShare few = new RowShare(3_000);
    CounterListing narrow = new CounterListing(stores.names, rows(few));
    stores.events.put(A, second(1), 1);
    settle(2);
    Question.Names thousand = new Question.Names(votes(1), NameRange.ALL, 1_000);
    stores.pages.script.hold(Call.READ, true);
    CompletionStage<Listing> first = narrow.list(thousand, values::of);
    CompletionStage<Listing> second = narrow.list(thousand, values::of);
    time.pass(Duration.ofSeconds(10));
    assertThat(few.taken()).isEqualTo(2_500);
    assertThat(Done.failure(second)).isInstanceOf(StoreUnavailable.class);
    stores.pages.script.held().get(0).answered();
    assertThat(value(first).counters()).hasSize(1);
    assertThat(few.taken()).isZero();
  }

  @Test
  void listsWhatIsSettled_readingEachPageOnce() {
    List<CounterName> names =
        IntStream.range(100, 200).mapToObj(i -> new CounterName("votes", "c" + i)).toList();
    names.forEach(name -> stores.events.put(name, second(1), 1));
    settle(2);
    names.forEach(name -> stores.events.put(name, second(3), 1));
    stores.pages.script.calls().clear();
    List<FoundCounter> found = list(1, "c149", 20);
    assertThat(found)
        .extracting(FoundCounter::counter)
        .containsExactlyElementsOf(names.subList(50, 70));
    assertThat(found).extracting(FoundCounter::value).containsOnly(Tally.of(1, 1));
    assertThat(stores.pages.script.calls(Call.READ)).isLessThanOrEqualTo(4);
  }

  @Test
  void addsUpTheShards() {
    for (int i = 0; i < 20; i++) {
      stores.put(A, 3, second(1).plusTicks(i), 1, "id" + i);
    }
    settle(2);
    stores.pages.settled(stores.layout.pagesOf(A, 3).get(1), second(4), Map.of());
    assertThat(list(3, "", 10)).containsExactly(new FoundCounter(A, Tally.of(20, 20)));
  }

  @Test
  void fails_whereAPageCannotBeRead() {
    put(1, 1);
    settle(2);
    stores.pages.script.down(page, true);
    assertThat(failure(listing.list(new Question.Names(votes(1), NameRange.ALL, 10), values::of)))
        .isInstanceOf(StoreUnavailable.class);
  }
}
