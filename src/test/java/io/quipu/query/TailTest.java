package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TailTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private static CompletionStage<Long> read(EventTime row) {
    Tail tail = new Tail(new OneRow(row, counter -> true), new ScriptedMemberStore());
    Checkpoint checkpoint = new Checkpoint(Tally.ZERO, NOON);
    return tail.read(A, checkpoint, NOON.plusTicks(9), (at, delta, events) -> {});
  }

  @Test
  void hasNoRowOfWhatIsSettled_andNoneOfWhatWasNotAskedFor() {
    assertThat(Done.value(read(NOON))).isEqualTo(1);
    assertThat(Done.value(read(NOON.plusTicks(8)))).isEqualTo(1);
    for (EventTime outside : List.of(NOON.plusTicks(-1), NOON.plusTicks(9))) {
      assertThat(Done.failure(read(outside)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not in the tail");
    }
  }

  /** Has one partition for each counter, and one row in it. */
  private record OneRow(EventTime at, Predicate<CounterName> present) implements EventStore {
    @Override
    public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
      return CompletableFuture.completedStage(
          present.test(counter)
              ? List.of(new Partition(counter, Partition.bucketOf(at), 0))
              : List.of());
    }

    @Override
    public CompletionStage<Void> slice(
        Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
      sink.row(at.timeuuid(0, 1), 1, 1, null, 0);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<WriteOutcome> announce(Partition partition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<WriteOutcome> delete(Partition partition) {
      throw new UnsupportedOperationException();
    }
  }
}
