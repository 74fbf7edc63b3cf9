package io.quipu.testing.sim.scripted;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
  private final Set<O> holding = new HashSet<>();
  private final List<Held<O>> held = new ArrayList<>();
  private final Set<Object> unreachable = new HashSet<>();
  private boolean down;

  /** A call that waits until the test says what becomes of it. */
  public static final class Held<O> {
    private final O operation;
    private final Object about;
    private final Consumer<Fate> decision;

    private Held(O operation, Object about, Consumer<Fate> decision) {
      this.operation = operation;
      this.about = about;
      this.decision = decision;
    }

    public O operation() {
      return operation;
    }

    /** The page, part or partition that it is about. */
    public Object about() {
      return about;
    }

    /** It takes effect now and is answered. */
    public void answered() {
      becomes(Fate.ANSWERED);
    }

    public void unavailable() {
      becomes(Fate.UNAVAILABLE);
    }

    public void becomes(Fate fate) {
      decision.accept(fate);
    }
  }

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

  /** While a page, part or partition is down, what is about it fails or is lost. */
  public void down(Object about, boolean isDown) {
    if (isDown) {
      unreachable.add(about);
    } else {
      unreachable.remove(about);
    }
  }

  /** From now on calls of an operation wait, or no longer do. */
  public void hold(O operation, boolean holds) {
    if (holds) {
      holding.add(operation);
    } else {
      holding.remove(operation);
    }
  }

  /** Every call that was held, decided or not, in the order in which they were made. */
  public List<Held<O>> held() {
    return held;
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
    return conditional(operation, operation, attempt);
  }

  /** A conditional write to a page. */
  public CompletionStage<CasOutcome> conditional(O operation, Object about, Attempt attempt) {
    return call(
        operation,
        about,
        Fate.NEVER_APPLIED,
        (fate, answer) ->
            answer.complete(
                switch (fate) {
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
                }));
  }

  /** A plain write. */
  public CompletionStage<WriteOutcome> write(O operation, Runnable effect) {
    return write(operation, operation, effect);
  }

  /** A plain write to a part or partition. */
  public CompletionStage<WriteOutcome> write(O operation, Object about, Runnable effect) {
    return call(
        operation,
        about,
        Fate.NEVER_APPLIED,
        (fate, answer) ->
            answer.complete(
                switch (fate) {
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
                }));
  }

  public <T> CompletionStage<T> read(O operation, Supplier<T> state) {
    return read(operation, operation, state);
  }

  /** A read of a page, part or partition. */
  public <T> CompletionStage<T> read(O operation, Object about, Supplier<T> state) {
    return call(
        operation,
        about,
        Fate.UNAVAILABLE,
        (fate, answer) -> {
          if (fate == Fate.ANSWERED) {
            answer.complete(state.get());
          } else {
            answer.completeExceptionally(new StoreUnavailable("scripted", null));
          }
        });
  }

  private <T> CompletionStage<T> call(
      O operation, Object about, Fate whenDown, BiConsumer<Fate, CompletableFuture<T>> effect) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (holding.contains(operation)) {
      calls.add(operation);
      held.add(new Held<>(operation, about, fate -> effect.accept(fate, answer)));
    } else {
      effect.accept(fateOf(operation, about, whenDown), answer);
    }
    return answer;
  }

  /** A conditional write that takes effect if its condition holds. */
  @FunctionalInterface
  public interface Attempt {
    /** Returns whether the condition held. */
    boolean make();
  }

  private Fate fateOf(O operation, Object about, Fate whenDown) {
    calls.add(operation);
    Runnable interloper = before.getOrDefault(operation, new ArrayDeque<>()).poll();
    if (interloper != null) {
      interloper.run();
    }
    Fate next = fates.getOrDefault(operation, new ArrayDeque<>()).poll();
    if (next != null) {
      return next;
    }
    return down || unreachable.contains(about) ? whenDown : Fate.ANSWERED;
  }
}
