package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The span of the work that a thread does now. Code that sends a statement finds the span of the
 * request here, so that the methods that call this code need no parameter for the span. A span is
 * set only while a task runs. A task that runs later on an event loop has no span unless a span is
 * bound to the task.
 *
 * <p>If a caller waits for a task or a stage that code in another span runs or completes, the span
 * of the waiting caller must be kept: with {@link #bound} for a task, with {@link #keeping} for a
 * stage.
 *
 * <p>Until the first span of the process is set, every method only reads a static field and makes
 * no object. The field need not be volatile, because each thread that sets a span sets the field
 * first.
 */
public final class CurrentSpan {
  private static final ThreadLocal<Span> HERE = ThreadLocal.withInitial(() -> Span.NONE);
  private static boolean used;

  private CurrentSpan() {}

  /** The span of the work that this thread does now; {@link Span#NONE} if no span is set. */
  public static Span get() {
    return used ? HERE.get() : Span.NONE;
  }

  /** Tells whether this process ever set a span; if not, callers need not keep any span. */
  public static boolean isUsed() {
    return used;
  }

  /** Runs a task with {@code span} as the current span. */
  public static void run(Span span, Runnable task) {
    Span before = get();
    if (span == before) {
      task.run();
      return;
    }
    used = true;
    HERE.set(span);
    try {
      task.run();
    } finally {
      HERE.set(before);
    }
  }

  /** Runs a task that has a result, with {@code span} as the current span. */
  public static <T> T call(Span span, Supplier<T> task) {
    Span before = get();
    if (span == before) {
      return task.get();
    }
    used = true;
    HERE.set(span);
    try {
      return task.get();
    } finally {
      HERE.set(before);
    }
  }

  /** Returns a task that runs in the span of this call, at any time and on any thread. */
  public static Runnable bound(Runnable task) {
    if (!used) {
      return task;
    }
    Span here = HERE.get();
    return () -> run(here, task);
  }

  /** Returns a stage with the same result; its dependent stages run in the span of this call. */
  public static <T> CompletionStage<T> keeping(CompletionStage<T> stage) {
    if (!used) {
      return stage;
    }
    Span here = HERE.get();
    CompletableFuture<T> kept = new CompletableFuture<>();
    stage.whenComplete(
        (value, failure) ->
            run(
                here,
                () -> {
                  if (failure == null) {
                    kept.complete(value);
                  } else {
                    kept.completeExceptionally(failure);
                  }
                }));
    return kept;
  }
}
