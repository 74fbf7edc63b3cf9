package io.quipu.cassandra.events;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reads of one turn are answered as if each were asked by itself. */
@ExtendWith(StoreSession.Extension.class)
class CoalescedRequestsIT {
  /** The first of some pages and parts that no other test has. */
  private static final int UNUSED = 100_000;

  private static final int MOST_ATTEMPTS = 5;

  private static final EventPartition PARTITION =
      new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(NOON), UNUSED);

  private final Random dice = new Random(4);
  private final OwnerContext context;
  private final CassandraPageStore pages;
  private final CassandraEventLog events;

  CoalescedRequestsIT(StoreSession stores) {
    context = stores.context;
    pages = new CassandraPageStore(stores.session, context.context());
    events = new CassandraEventLog(stores.session, context.context());
  }

  @Test
  void pages_withCountersOfSeveralNamespaces_someWithoutAny() {
    List<CounterName> counters = counters("page", 40);
    Map<CounterName, CounterState> settled = new HashMap<>();
    for (CounterName counter : counters) {
      if (dice.nextInt(4) > 0) {
        settled.put(counter, state());
      }
    }
    PageHeader header = PageHeader.NONE.next(NOON, IdRuns.NONE);
    for (int page : List.of(UNUSED, UNUSED + 1)) {
      assertThat(context.call(() -> pages.advance(page, EventTime.MIN, header, settled)))
          .isEqualTo(CasOutcome.APPLIED);
    }
    List<Asked> asked =
        shuffledWithRepetitions(counters).stream().map(c -> asked(c, counters)).toList();

    List<PageState> together = together(asked, this::read);

    assertThat(together)
        .isEqualTo(asked.stream().map(some -> patiently(() -> read(some))).toList());
    assertThat(together)
        .contains(new PageState(PageHeader.NONE, Map.of()), new PageState(header, Map.of()))
        .anyMatch(found -> found.counters().size() > 1);
  }

  private CounterState state() {
    long count = dice.nextInt(1_000_000);
    return new CounterState(Tally.of(count, count), NOON, Map.of(), PendingFacts.NONE, 1);
  }

  private record Asked(int page, List<CounterName> counters) {}

  private Asked asked(CounterName counter, List<CounterName> all) {
    CounterName another = all.get(dice.nextInt(all.size()));
    return new Asked(
        UNUSED + dice.nextInt(4),
        dice.nextInt(4) == 0 ? List.of(another, counter) : List.of(counter));
  }

  private CompletionStage<PageState> read(Asked asked) {
    return pages.read(asked.page, asked.counters);
  }

  @Test
  void slices_ofFewRows() {
    List<CounterName> counters = counters("slices", 40);
    counters.forEach(counter -> append(counter, dice.nextInt(30)));
    slicesAreThoseOf(counters);
  }

  /** More than are held at once, in one counter or by all together. */
  @Test
  void slices_ofManyRows() {
    List<CounterName> counters = counters("many rows", 24);
    counters.forEach(counter -> append(counter, dice.nextInt(10) == 0 ? 0 : dice.nextInt(1_200)));
    append(counters.get(7), SliceRows.MOST_TOGETHER + 1_000);
    slicesAreThoseOf(counters);
  }

  private void slicesAreThoseOf(List<CounterName> counters) {
    List<Wanted> asked = shuffledWithRepetitions(counters).stream().map(this::wanted).toList();

    List<List<EventRow>> together = together(asked, this::slice);

    assertThat(together)
        .isEqualTo(asked.stream().map(wanted -> patiently(() -> slice(wanted))).toList());
    assertThat(together.stream().mapToInt(List::size).sum()).isGreaterThan(counters.size());
  }

  private record Wanted(CounterName counter, int page, EventTime from, EventTime before) {}

  /** Mostly of the same span, as counters are that were settled together. */
  private Wanted wanted(CounterName counter) {
    boolean odd = dice.nextInt(5) == 0;
    return new Wanted(
        counter,
        1,
        odd ? NOON.plusTicks(dice.nextInt(20)) : EventTime.MIN,
        odd ? NOON.plusTicks(dice.nextInt(20)) : EventTime.MAX);
  }

  private CompletionStage<List<EventRow>> slice(Wanted wanted) {
    List<EventRow> rows = Collections.synchronizedList(new ArrayList<>());
    return events
        .slice(
            PARTITION,
            wanted.page,
            wanted.counter,
            wanted.from,
            wanted.before,
            (at, delta, more, id, window, minute, series) ->
                rows.add(new EventRow(at, delta, more, id, window)))
        .thenApply(done -> List.copyOf(rows));
  }

  private void append(CounterName counter, int rows) {
    List<EventRow> all =
        IntStream.range(0, rows)
            .mapToObj(
                i ->
                    new EventRow(
                        NOON.plusTicks(i).timeuuid(0, 1), i, 1, i % 3 == 0 ? "id" + i : null))
            .toList();
    for (int from = 0; from < rows; from += 500) {
      List<EventRow> some = all.subList(from, Math.min(rows, from + 500));
      assertThat(
              context.call(
                  () -> events.append(PARTITION, List.of(new CounterRows(1, counter, some)))))
          .isEqualTo(WriteOutcome.WRITTEN);
    }
  }

  private static List<CounterName> counters(String test, int many) {
    return Stream.of("votes", "orders")
        .flatMap(ns -> IntStream.range(0, many).mapToObj(i -> new CounterName(ns, test + i)))
        .toList();
  }

  private <T> List<T> shuffledWithRepetitions(List<T> all) {
    List<T> asked = new ArrayList<>(all);
    asked.addAll(all.subList(0, all.size() / 4));
    Collections.shuffle(asked, dice);
    return asked;
  }

  /**
   * Asks again if Cassandra stood still for as long as a read may take: that is not tested here.
   */
  private <T> T patiently(Supplier<CompletionStage<T>> read) {
    for (int attempt = 1; ; attempt++) {
      try {
        return context.call(read);
      } catch (StoreUnavailable e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Everything is asked on the context before the first query can go out. */
  private <A, R> List<R> together(List<A> asks, Function<A, CompletionStage<R>> ask) {
    return patiently(
        () -> {
          List<CompletableFuture<R>> answers =
              asks.stream().map(one -> ask.apply(one).toCompletableFuture()).toList();
          return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
              .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
        });
  }
}
