package io.quipu.sim.scripted;

import io.quipu.store.CasOutcome;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Decides what becomes of the calls of a store: as they should by default, else as the test has
 * laid down, call by call.
 *
 * @param <O> the operations
 */
public final class Script<O> {
  private final Map<O, ArrayDeque<Fate>> fates = new HashMap<>();
  private final Map<O, ArrayDeque<Runnable>> before = new HashMap<>();
  private final List<Runnable> late = new ArrayList<>();
  private final List<O> calls = new ArrayList<>();
  private boolean down;

  /** The fates of the next calls of an operation; those after them are answered. */
  public void next(O operation, Fate... next) {
    fates.computeIfAbsent(operation, any -> new ArrayDeque<>()).addAll(Arrays.asList(next));
  }

  /** Has somebody else act just before the next call of an operation takes effect. */
  public void before(O operation, Runnable interloper) {
    before.computeIfAbsent(operation, any -> new ArrayDeque<>()).add(interloper);
  }

  /** While down, reads fail and writes are lost. */
  public void down(boolean isDown) {
    down = isDown;
  }

  /** Lets the calls that were late take effect, in their order. */
  public void deliverLate() {
    List<Runnable> due = List.copyOf(late);
    late.clear();
    due.forEach(Runnable::run);
  }

  /** Every call so far. */
  public List<O> calls() {
    return calls;
  }

  public long calls(O operation) {
    return calls.stream().filter(operation::equals).count();
  }

  /** A conditional write. */
  public CompletionStage<CasOutcome> conditional(O operation, Attempt attempt) {
    return CompletableFuture.completedStage(
        switch (fateOf(operation, Fate.NEVER_APPLIED)) {
          case ANSWERED -> attempt.make() ? CasOutcome.APPLIED : CasOutcome.REFUSED;
          case ANSWER_LOST -> {
            attempt.make();
            yield CasOutcome.UNKNOWN;
          }
          case LATE -> {
            late.add(attempt::make);
            yield CasOutcome.UNKNOWN;
          }
          default -> CasOutcome.UNKNOWN;
        });
  }

  /** A plain write. */
  public CompletionStage<WriteOutcome> write(O operation, Runnable effect) {
    return CompletableFuture.completedStage(
        switch (fateOf(operation, Fate.NEVER_APPLIED)) {
          case ANSWERED -> {
            effect.run();
            yield WriteOutcome.WRITTEN;
          }
          case ANSWER_LOST -> {
            effect.run();
            yield WriteOutcome.UNKNOWN;
          }
          case LATE -> {
            late.add(effect);
            yield WriteOutcome.UNKNOWN;
          }
          case REFUSED -> WriteOutcome.REFUSED;
          default -> WriteOutcome.UNKNOWN;
        });
  }

  public <T> CompletionStage<T> read(O operation, Supplier<T> state) {
    return fateOf(operation, Fate.UNAVAILABLE) == Fate.ANSWERED
        ? CompletableFuture.completedStage(state.get())
        : CompletableFuture.failedStage(new StoreUnavailable("scripted", null));
  }

  /** A conditional write that takes effect if its condition holds. */
  @FunctionalInterface
  public interface Attempt {
    /** Returns whether the condition held. */
    boolean make();
  }

  private Fate fateOf(O operation, Fate whenDown) {
    calls.add(operation);
    Runnable interloper = before.getOrDefault(operation, new ArrayDeque<>()).poll();
    if (interloper != null) {
      interloper.run();
    }
    Fate next = fates.getOrDefault(operation, new ArrayDeque<>()).poll();
    if (next != null) {
      return next;
    }
    return down ? whenDown : Fate.ANSWERED;
  }
}
