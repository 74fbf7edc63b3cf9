package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The span of the work that a thread does now. A statement finds the span of its request here, so
 * that no method in between needs a parameter for the span. A span is set only while a task runs. A
 * task that runs later on an event loop has no span unless a span is bound to the task.
 *
 * <p>Code in which one caller waits for the answer of another must keep the span of the caller that
 * waits: with {@link #bound} for a task, with {@link #keeping} for a stage that others complete.
 *
 * <p>Until the first span is set, every method only reads a static field and makes no object. The
 * field is not volatile: a thread sets the field itself before the thread sets a span.
 */
public final class CurrentSpan {
  private static final ThreadLocal<Span> HERE = ThreadLocal.withInitial(() -> Span.NONE);
  private static boolean used;

  private CurrentSpan() {}

  /** The span of the work that this thread does now. */
  public static Span get() {
    return used ? HERE.get() : Span.NONE;
  }

  /** Tells whether a span was ever set; if not, callers need not keep any span. */
  public static boolean isUsed() {
    return used;
  }

  /** Runs a task as a part of {@code span} and of no other. */
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

  /** Runs a task that has a result, as a part of {@code span} and of no other. */
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

  /** Returns a task that runs in the current span, at any time and on any thread. */
  public static Runnable bound(Runnable task) {
    if (!used) {
      return task;
    }
    Span here = HERE.get();
    return () -> run(here, task);
  }

  /** Returns a stage with the same result, whose dependent stages run in the current span. */
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
