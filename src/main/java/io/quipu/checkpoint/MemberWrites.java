package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.dedup.IdRow;
import io.quipu.store.MemberStore;
import io.quipu.store.MemberStore.Member;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Writes the ids that a checkpoint is about to count. */
final class MemberWrites {
  private static final int ATTEMPTS = 3;

  private final MemberStore store;

  MemberWrites(MemberStore store) {
    this.store = store;
  }

  /**
   * Writes a member for each counted row. Completes when all are durable, fails with the store
   * unavailable otherwise: the epoch must then not be committed.
   */
  CompletionStage<Void> remember(CounterName counter, long epoch, List<IdRow> counted) {
    List<Member> members = new ArrayList<>(counted.size());
    for (IdRow row : counted) {
      members.add(new Member(row.id(), epoch, row.at(), row.delta(), row.window()));
    }
    return write(counter, members, ATTEMPTS);
  }

  private CompletionStage<Void> write(CounterName counter, List<Member> members, int attempts) {
    return store
        .remember(counter, members)
        .thenCompose(
            outcome -> {
              if (outcome == WriteOutcome.WRITTEN) {
                return CompletableFuture.completedStage(null);
              }
              return attempts > 1
                  ? write(counter, members, attempts - 1)
                  : CompletableFuture.failedStage(
                      new StoreUnavailable("settled ids could not be written", null));
            });
  }
}
