package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Settled ids, under the epoch in which they were settled. A member says nothing by itself: only
 * with the {@link Epochs} of a checkpoint is it known whether it was counted.
 */
public interface MemberStore {
  /**
   * Hands every member with one of the given ids to {@code sink}, of all epochs and in any order.
   * When the stage completes, the sink has seen all of them.
   */
  CompletionStage<Void> find(CounterName counter, Collection<String> ids, Consumer<Member> sink);

  /**
   * Writes members of one epoch; may be repeated with the same members. Written only when each of
   * them is durable on a quorum. They go by themselves, at the earliest a day after their window.
   */
  CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> members);

  /**
   * A row that counts for an id: more than one where its window passed in between.
   *
   * @param epoch under which it was settled
   * @param at that row
   * @param delta of that row
   * @param window of that row, in seconds, see {@link EventRow#window}
   */
  record Member(String id, long epoch, UUID at, long delta, int window) {
    public Member {
      if (epoch < 1) {
        throw new IllegalArgumentException("a member of no epoch: " + epoch);
      }
    }
  }
}
