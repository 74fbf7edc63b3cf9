package io.quipu.engine.time;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs an asynchronous action for each of many items, a bounded number of actions at once. After
 * the first failure, no new action starts. The run fails with the first failure as soon as all
 * started actions have ended. Confined to one context.
 *
 * @param <T> the type of the items
 */
public final class BoundedConcurrency<T> {
  private final Iterator<T> items;
  private final Function<T, CompletionStage<?>> action;
  private final int limit;
  private final CompletableFuture<Void> all = new CompletableFuture<>();
  private int running;
  private boolean filling;
  private @Nullable Throwable failure;

  private BoundedConcurrency(int limit, Iterator<T> items, Function<T, CompletionStage<?>> action) {
    this.limit = limit;
    this.items = items;
    this.action = action;
  }

  /** Runs {@code action} for every item, at most {@code limit} at once. */
  public static <T> CompletionStage<Void> forEach(
      int limit, Iterable<T> items, Function<T, CompletionStage<?>> action) {
    BoundedConcurrency<T> run = new BoundedConcurrency<>(limit, items.iterator(), action);
    run.fill();
    return run.all;
  }

  /**
   * Runs {@code action} for every item, at most {@code limit} at once, and returns the results in
   * the order of the items.
   */
  public static <T, R> CompletionStage<List<R>> map(
      int limit, Iterable<T> items, Function<T, ? extends CompletionStage<R>> action) {
    List<CompletableFuture<R>> made = new ArrayList<>();
    return forEach(
            limit,
            items,
            item -> {
              CompletableFuture<R> one = action.apply(item).toCompletableFuture();
              made.add(one);
              return one;
            })
        .thenApply(all -> made.stream().map(CompletableFuture::join).toList());
  }

  /** Splits items, in their order, into lists of {@code size}; the last list may be shorter. */
  public static <T> List<List<T>> chunks(List<T> items, int size) {
    List<List<T>> all = new ArrayList<>();
    for (int from = 0; from < items.size(); from += size) {
      all.add(items.subList(from, Math.min(items.size(), from + size)));
    }
    return all;
  }

  private void fill() {
    if (filling) {
      return;
    }
    // An action that completes at once calls fill() inside the loop: the flag prevents recursion.
    filling = true;
    while (failure == null && running < limit && items.hasNext()) {
      running++;
      T item = items.next();
      SafeStart.of(() -> action.apply(item)).whenComplete((done, failed) -> ended(failed));
    }
    filling = false;
    if (running == 0) {
      finish();
    }
  }

  private void ended(@Nullable Throwable failed) {
    running--;
    if (failed != null && failure == null) {
      failure = failed;
    }
    fill();
  }

  private void finish() {
    Throwable failed = failure;
    if (failed != null) {
      all.completeExceptionally(failed);
    } else {
      all.complete(null);
    }
  }
}
