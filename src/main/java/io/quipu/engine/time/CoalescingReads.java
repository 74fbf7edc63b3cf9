package io.quipu.engine.time;

import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares one read among concurrent requests for the same key. A request never joins a read that is
 * already running, but the <em>next</em> read. The answer to a request must include every event
 * that was acknowledged before the request, and the running read may have begun before some of
 * these acknowledgements. In traces, a read belongs to the span of the first request that joined
 * the read. Confined to one context.
 *
 * @param <K> the key; comparable, so that callers cannot slow the hash map down with keys of equal
 *     hashes
 * @param <V> the answer
 */
public final class CoalescingReads<K extends Comparable<? super K>, V> {
  private final Function<K, CompletionStage<V>> read;
  private final Executor context;
  private final Runnable shared;
  private final Map<K, Queue<V>> queues = new HashMap<>();

  /**
   * @param shared runs for each request that shares the read of another request
   */
  public CoalescingReads(Function<K, CompletionStage<V>> read, Runnable shared) {
    this(read, Runnable::run, shared);
  }

  /**
   * @param context runs the task that starts a read when no read of the key is running; all
   *     requests for the key that come before the task runs share the read
   */
  public CoalescingReads(Function<K, CompletionStage<V>> read, Executor context, Runnable shared) {
    this.read = read;
    this.context = context;
    this.shared = shared;
  }

  /** Returns the answer of a read that does not start before this call. */
  public CompletionStage<V> join(K key) {
    Queue<V> queue = queues.get(key);
    boolean idle = queue == null;
    if (queue == null) {
      queue = new Queue<>();
      queues.put(key, queue);
    }
    CompletableFuture<V> next = queue.next;
    if (next == null) {
      next = new CompletableFuture<>();
      queue.next = next;
      queue.work = CurrentSpan.get();
    } else {
      shared.run();
    }
    if (idle) {
      Queue<V> first = queue;
      context.execute(() -> start(key, first));
    }
    return CurrentSpan.keeping(next);
  }

  private void start(K key, Queue<V> queue) {
    CompletableFuture<V> answer = queue.next;
    queue.next = null;
    if (answer == null) {
      queues.remove(key);
    } else if (CurrentSpan.isUsed()) {
      CurrentSpan.run(queue.work, () -> read(key, queue, answer));
    } else {
      read(key, queue, answer);
    }
  }

  private void read(K key, Queue<V> queue, CompletableFuture<V> answer) {
    SafeStart.<V>of(() -> read.apply(key))
        .whenComplete((value, failure) -> complete(key, queue, answer, value, failure));
  }

  private void complete(
      K key,
      Queue<V> queue,
      CompletableFuture<V> answer,
      @Nullable V value,
      @Nullable Throwable failure) {
    start(key, queue);
    if (failure == null) {
      answer.complete(value);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  private static final class Queue<V> {
    private @Nullable CompletableFuture<V> next;

    /** The trace span of the first request that waits for the next read. */
    private Span work = Span.NONE;
  }
}
