package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.sim.Protocol;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.core.Machine;
import io.quipu.sim.core.SeededRandom;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.DueBuckets;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults of the deletion of rows. */
final class CollectionFaults {
  private CollectionFaults() {}

  /** Deletes at once what was given up; every read takes a while, as it may. */
  static final class CollectsAtOnce extends Protocol {
    @Override
    protected Duration collectionWait(Duration wait) {
      return Duration.ZERO;
    }

    @Override
    protected EventStore events(Use use, Machine machine, EventStore events) {
      return use == Use.READING ? new SlowSlices(events, machine) : events;
    }
  }

  private static final class SlowSlices extends ForwardingEvents {
    private final Machine machine;

    private SlowSlices(EventStore real, Machine machine) {
      super(real);
      this.machine = machine;
    }

    @Override
    public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
      CompletableFuture<Void> later = new CompletableFuture<>();
      long delay =
          machine.world().random().between(SeededRandom.SECOND, 1_300 * SeededRandom.MILLI);
      machine.run(() -> later.complete(null), delay);
      return later.thenCompose(now -> real.partitions(counter, from));
    }
  }

  /** Collects every bucket along with the one before it, whether or not it was settled. */
  static final class CollectsUnsettled extends Protocol {
    @Override
    protected DueBuckets dueBuckets(Machine machine, DueBuckets due) {
      return new OneBucketMore(due);
    }

    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return use == Use.COLLECTING ? new AnyUntil(checkpoints) : checkpoints;
    }
  }

  /** Tells the collector that everything is settled. */
  private static final class AnyUntil extends ForwardingCheckpoints {
    private AnyUntil(CheckpointStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Checkpoint> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now -> new Checkpoint(now.total(), EventTime.MAX, now.epochs(), now.collected()));
    }

    @Override
    public CompletionStage<CasOutcome> collect(
        CounterName counter, Checkpoint expected, EventTime next) {
      return CompletableFuture.completedStage(CasOutcome.APPLIED);
    }
  }

  private record OneBucketMore(DueBuckets real) implements DueBuckets {
    @Override
    public CompletionStage<WriteOutcome> add(long due, int slot, Collection<Bucket> buckets) {
      return real.add(due, slot, buckets);
    }

    @Override
    public CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots) {
      return real.dueIn(minute, slots)
          .thenApply(
              buckets -> {
                List<Bucket> more = new ArrayList<>(buckets);
                for (Bucket bucket : buckets) {
                  // That of the horizon: two minutes on.
                  long later = bucket.start() + 2 * Partition.BUCKET_SECONDS;
                  more.add(new Bucket(bucket.counter(), later));
                }
                return more;
              });
    }

    @Override
    public CompletionStage<WriteOutcome> remove(long due, Bucket bucket) {
      return real.remove(due, bucket);
    }

    @Override
    public CompletionStage<Map<Integer, Long>> progress() {
      return real.progress();
    }

    @Override
    public CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute) {
      return real.collectedBefore(slots, minute);
    }
  }
}
