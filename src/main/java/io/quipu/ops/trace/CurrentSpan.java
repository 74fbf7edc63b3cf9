package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The work that a thread is at, so that a statement is found in the trace of whoever it is sent
 * for, without a parameter in every method between them. It is set for as long as a task runs, and
 * never longer: what runs later, on an event loop, has none unless it was given one.
 *
 * <p>Whoever lets callers wait for each other, so that the answer to one lets another go on, says
 * whose work that is: {@link #bound} for a task that waits, {@link #keeping} for a stage that
 * others complete.
 *
 * <p>Until a span was set for the first time, none of this reads more than a static field, or makes
 * an object. That field need not be seen by other threads: each of them sets it itself before there
 * is anything to be found.
 */
public final class CurrentSpan {
  private static final ThreadLocal<Span> HERE = ThreadLocal.withInitial(() -> Span.NONE);
  private static boolean used;

  private CurrentSpan() {}

  /** The work that this thread is at. */
  public static Span get() {
    return used ? HERE.get() : Span.NONE;
  }

  /** Tells if any span was ever set: if not, there is nothing to be kept apart. */
  public static boolean isUsed() {
    return used;
  }

  /** Runs a task as a part of {@code span}, and of no other. */
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

  /** Runs a task that has a result. */
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

  /** The task as a part of what this thread is at now, whenever and wherever it runs. */
  public static Runnable bound(Runnable task) {
    if (!used) {
      return task;
    }
    Span here = HERE.get();
    return () -> run(here, task);
  }

  /** The stage, with whatever depends on it as a part of what this thread is at now. */
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
