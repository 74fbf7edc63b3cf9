package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is asked for in one turn is answered as if each were asked by itself. */
@ExtendWith(CassandraExtension.class)
class CoalescedReadsIT {
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long BUCKET = Partition.bucketOf(START);

  private static CassandraSession session;
  private static OwnerContext context;
  private static CassandraCheckpointStore checkpoints;
  private static CassandraEventStore events;

  private final Random dice = new Random(4);

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session = TestSessions.open(context, cassandra);
    checkpoints = new CassandraCheckpointStore(session, context.context());
    events = new CassandraEventStore(session, context.context());
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Test
  void checkpoints_ofSeveralNamespaces_someWithoutAny() {
    List<CounterName> counters = counters("checkpoint", 40);
    for (CounterName counter : counters) {
      if (dice.nextInt(4) > 0) {
        assertThat(context.call(() -> advance(counter))).isEqualTo(CasOutcome.APPLIED);
      }
    }
    List<CounterName> asked = shuffledWithRepetitions(counters);

    List<Checkpoint> together = together(asked, checkpoints::read);

    assertThat(together)
        .isEqualTo(asked.stream().map(c -> context.call(() -> checkpoints.read(c))).toList());
    assertThat(together).contains(Checkpoint.NONE).anyMatch(found -> !found.isFirst());
  }

  private CompletionStage<CasOutcome> advance(CounterName counter) {
    long count = dice.nextInt(1_000_000);
    Checkpoint next = Checkpoint.NONE.plain(Tally.of(count, count), START);
    return checkpoints.advance(counter, Checkpoint.NONE, next, Map.of());
  }

  @Test
  void partitions_fromDifferentBucketsOn() {
    List<CounterName> counters = counters("partitions", 40);
    for (CounterName counter : counters) {
      for (int i = dice.nextInt(5); i > 0; i--) {
        Partition some = new Partition(counter, BUCKET + 60L * dice.nextInt(30), dice.nextInt(3));
        assertThat(context.call(() -> events.announce(some))).isEqualTo(WriteOutcome.WRITTEN);
      }
    }
    List<FindPartitions.From> asked =
        shuffledWithRepetitions(counters).stream()
            .map(c -> new FindPartitions.From(c, BUCKET + 60L * dice.nextInt(30)))
            .toList();

    List<List<Partition>> together = together(asked, this::partitions);

    assertThat(together)
        .isEqualTo(asked.stream().map(from -> context.call(() -> partitions(from))).toList());
    assertThat(together).anySatisfy(some -> assertThat(some).hasSizeGreaterThan(1));
  }

  private CompletionStage<List<Partition>> partitions(FindPartitions.From from) {
    return events.partitions(from.counter(), EventTime.ofEpochSecond(from.bucket()));
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
        .isEqualTo(asked.stream().map(wanted -> context.call(() -> slice(wanted))).toList());
    assertThat(together.stream().mapToInt(List::size).sum()).isGreaterThan(counters.size());
  }

  private record Wanted(Partition partition, EventTime from, EventTime before, int limit) {}

  /** Mostly of the same span, as counters are that were settled together. */
  private Wanted wanted(CounterName counter) {
    boolean odd = dice.nextInt(5) == 0;
    return new Wanted(
        new Partition(counter, BUCKET, 1),
        odd ? START.plusTicks(dice.nextInt(20)) : EventTime.MIN,
        odd ? START.plusTicks(dice.nextInt(20)) : EventTime.MAX,
        dice.nextInt(3) == 0 ? 1 + dice.nextInt(20) : Integer.MAX_VALUE);
  }

  private CompletionStage<List<EventRow>> slice(Wanted wanted) {
    List<EventRow> rows = Collections.synchronizedList(new ArrayList<>());
    return events
        .slice(
            wanted.partition,
            wanted.from,
            wanted.before,
            wanted.limit,
            (at, delta, more, id, window) -> rows.add(new EventRow(at, delta, more, id, window)))
        .thenApply(done -> List.copyOf(rows));
  }

  private void append(CounterName counter, int rows) {
    Partition partition = new Partition(counter, BUCKET, 1);
    List<EventRow> all =
        IntStream.range(0, rows)
            .mapToObj(
                i ->
                    new EventRow(
                        START.plusTicks(i).timeuuid(0, 1), i, 1, i % 3 == 0 ? "id" + i : null))
            .toList();
    for (int from = 0; from < rows; from += 500) {
      List<EventRow> some = all.subList(from, Math.min(rows, from + 500));
      assertThat(context.call(() -> events.append(partition, some)))
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

  /** Everything is asked on the context before the first query can go out. */
  private static <A, R> List<R> together(List<A> asks, Function<A, CompletionStage<R>> ask) {
    return context.call(
        () -> {
          List<CompletableFuture<R>> answers =
              asks.stream().map(one -> ask.apply(one).toCompletableFuture()).toList();
          return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
              .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
        });
  }
}
