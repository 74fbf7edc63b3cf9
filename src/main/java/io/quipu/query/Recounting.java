package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.StoreUnavailable;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts retained rows again and compares: the total or the retained part of it, and every settled
 * window. Reports, and never repairs. One recount at a time, because each may hold many ids.
 * Confined to one context.
 */
final class Recounting {
  private static final int ATTEMPTS = 3;
  private static final int MOST_WAITING = 16;

  private final Recount.Stores stores;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private boolean running;

  private record Waiting(CounterName counter, CompletableFuture<RecountReport> answer) {}

  Recounting(CheckpointStore checkpoints, EventStore events, MemberStore members) {
    this.stores = new Recount.Stores(checkpoints, events, members);
  }

  /** Fails with the store unavailable, also when there are too many ids or recounts. */
  CompletionStage<RecountReport> recount(CounterName counter) {
    if (waiting.size() >= MOST_WAITING) {
      return CompletableFuture.failedStage(
          new StoreUnavailable("too many recounts are under way; try again later", null));
    }
    Waiting asked = new Waiting(counter, new CompletableFuture<>());
    waiting.addLast(asked);
    startNext();
    return asked.answer;
  }

  private void startNext() {
    if (running || waiting.isEmpty()) {
      return;
    }
    running = true;
    Waiting next = waiting.removeFirst();
    attempt(next.counter, ATTEMPTS)
        .whenComplete(
            (report, failure) -> {
              running = false;
              answer(next.answer, report, failure);
              startNext();
            });
  }

  private static void answer(
      CompletableFuture<RecountReport> answer,
      @Nullable RecountReport report,
      @Nullable Throwable failure) {
    if (report != null) {
      answer.complete(report);
    } else {
      answer.completeExceptionally(
          failure == null ? new IllegalStateException("no report") : failure);
    }
  }

  private CompletionStage<RecountReport> attempt(CounterName counter, int left) {
    return stores
        .checkpoints()
        .readSerial(counter)
        .thenCompose(
            before ->
                before.isFirst()
                    ? CompletableFuture.completedStage(
                        new RecountReport(BigInteger.ZERO, BigInteger.ZERO, 0, true))
                    : new Recount(stores, counter, before)
                        .run()
                        .thenCompose(report -> unlessCollected(counter, before, report, left)));
  }

  /** Rows are deleted only some time after the checkpoint says so. */
  private CompletionStage<RecountReport> unlessCollected(
      CounterName counter, Checkpoint before, RecountReport report, int left) {
    return stores
        .checkpoints()
        .readSerial(counter)
        .thenCompose(
            now -> {
              if (now.collected().equals(before.collected())) {
                return CompletableFuture.completedStage(report);
              }
              return left > 1
                  ? attempt(counter, left - 1)
                  : CompletableFuture.failedStage(
                      new StoreUnavailable("rows were collected while they were counted", null));
            });
  }
}
