package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Where settling of a counter starts: the checkpoint that this process advanced last, which spares
 * it reading it again, or what is stored. A stale one costs a refused compare-and-set, nothing
 * else. Bounded; confined to one context.
 */
final class CheckpointCache {
  private static final int MOST = 10_000;

  private final CheckpointStore checkpoints;
  private final Map<CounterName, CheckpointState> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CounterName, CheckpointState> eldest) {
          return size() > MOST;
        }
      };

  CheckpointCache(CheckpointStore checkpoints) {
    this.checkpoints = checkpoints;
  }

  /** Fails with the store unavailable. */
  CompletionStage<CheckpointState> find(CounterName counter) {
    CheckpointState state = known.get(counter);
    return state != null
        ? CompletableFuture.completedStage(state)
        : checkpoints.read(counter).thenCompose(found -> load(counter, found));
  }

  void put(CounterName counter, CheckpointState state) {
    known.put(counter, state);
  }

  void forget(CounterName counter) {
    known.remove(counter);
  }

  /**
   * Where there is a checkpoint, its windows are read after it, and could be older than it if it
   * were not decided on a quorum: only a serial read may be built on. Where there is none there are
   * no windows; should there be one after all, the compare-and-set is refused.
   */
  private CompletionStage<CheckpointState> load(CounterName counter, Checkpoint found) {
    return found.equals(Checkpoint.NONE)
        ? CompletableFuture.completedStage(new CheckpointState(Checkpoint.NONE, Map.of()))
        : checkpoints
            .readSerial(counter)
            .thenCompose(checkpoint -> withOpenWindows(counter, checkpoint));
  }

  private CompletionStage<CheckpointState> withOpenWindows(
      CounterName counter, Checkpoint checkpoint) {
    return checkpoint.isFirst()
        ? CompletableFuture.completedStage(new CheckpointState(checkpoint, Map.of()))
        : checkpoints
            .windows(counter, CheckpointState.openAt(checkpoint.until()))
            .thenApply(open -> new CheckpointState(checkpoint, open));
  }
}
