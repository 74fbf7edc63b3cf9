package io.quipu.lab.strategies.measure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Clients with one increment in flight each. A client sends the next increment after the answer to
 * the previous increment, or a pause after its failure. Clients have no threads of their own.
 */
final class Clients {
  private static final Executor AFTER_A_PAUSE =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

  private final Supplier<@Nullable Supplier<CompletionStage<?>>> work;
  private final LongAdder failed = new LongAdder();

  /**
   * @param work returns a sender of the next request; null if none is left; called by any thread
   */
  Clients(Supplier<@Nullable Supplier<CompletionStage<?>>> work) {
    this.work = work;
  }

  /** Runs clients until no request is left and every request has completed. */
  void run(int clients) {
    CompletableFuture<?>[] all =
        IntStream.range(0, clients).mapToObj(i -> client()).toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
  }

  /** Returns the number of requests that failed. */
  long failed() {
    return failed.sum();
  }

  private CompletableFuture<Void> client() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    next(end);
    return end;
  }

  /** Loops while answers come at once, because recursive calls could overflow the stack. */
  private void next(CompletableFuture<Void> end) {
    while (true) {
      Supplier<CompletionStage<?>> send = work.get();
      if (send == null) {
        end.complete(null);
        return;
      }
      CompletableFuture<?> answer = sent(send);
      if (!answer.isDone() || answer.isCompletedExceptionally()) {
        // The method after handles the result.
        var unused = answer.whenComplete((done, failure) -> after(failure, end));
        return;
      }
    }
  }

  private void after(@Nullable Throwable failure, CompletableFuture<Void> end) {
    if (failure == null) {
      next(end);
    } else {
      failed.increment();
      AFTER_A_PAUSE.execute(() -> next(end));
    }
  }

  /** Sends a request, and turns an exception into a failed stage. */
  static CompletableFuture<?> sent(Supplier<CompletionStage<?>> send) {
    try {
      return send.get().toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
