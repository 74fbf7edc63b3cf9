package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Resets;
import io.quipu.store.StoreUnavailable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The resets that were found in tails while a question was answered. Rows stream past in any order,
 * and what a reset takes away is known only if it was known before: so a question that finds one
 * which was not is asked again from the beginning. Confined to one context.
 */
final class KnownResets {
  /** Somebody resets faster than it can be read. */
  private static final int ATTEMPTS = 10;

  private Map<CounterName, Set<EventTime>> found = Map.of();

  /** A question has to be asked again. */
  static final class Found extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private Found() {
      super("a reset was found");
    }

    /** No defect, and never told to anybody. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /**
   * Asks a question, as often as it takes.
   *
   * @param question begins anew each time
   */
  static <T> CompletionStage<T> ask(Function<KnownResets, CompletionStage<T>> question) {
    return ask(question, new KnownResets(), ATTEMPTS);
  }

  private static <T> CompletionStage<T> ask(
      Function<KnownResets, CompletionStage<T>> question, KnownResets known, int left) {
    return question
        .apply(known)
        .exceptionallyCompose(
            failure -> {
              boolean again = failure instanceof Found || failure.getCause() instanceof Found;
              if (again && left > 1) {
                return ask(question, known, left - 1);
              }
              return CompletableFuture.failedStage(
                  again
                      ? StoreUnavailable.busy("The counter is reset all the time; try again soon.")
                      : failure);
            });
  }

  /** Those of some counters that have any. */
  Map<CounterName, Resets> of(Collection<CounterName> counters) {
    if (found.isEmpty()) {
      return Map.of();
    }
    Map<CounterName, Resets> some = new HashMap<>();
    for (CounterName counter : counters) {
      Set<EventTime> times = found.get(counter);
      if (times != null) {
        some.put(counter, new Resets(times));
      }
    }
    return some;
  }

  void add(CounterName counter, EventTime at) {
    if (found.isEmpty()) {
      found = new HashMap<>();
    }
    found.computeIfAbsent(counter, any -> new TreeSet<>()).add(at);
  }

  /** Has the question asked again. */
  static RuntimeException again() {
    return new Found();
  }
}
