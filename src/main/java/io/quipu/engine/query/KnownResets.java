package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Resets;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The resets that a question finds in tails. The rows of a tail come in any order. So the amount
 * that a reset takes away can be added up only if the reset is known before the rows come. A
 * question that finds resets is therefore asked a second time. Confined to one context.
 *
 * <p>The second time is always the last. Already the first time, every page is read after the
 * question came. So the question finds every reset that was acknowledged before, and every reset
 * that an earlier answer included. A reset that is found only the second time was written in the
 * meantime. The answer includes such a reset only if the page of the reset has settled the reset by
 * then. Otherwise, the answer is as if the reset had been written a little later.
 */
final class KnownResets {
  private Map<CounterName, Set<EventTime>> found = Map.of();
  private boolean known;

  /**
   * Asks a question, and asks the question again if resets were found.
   *
   * @param question begins anew each time, and reads all of its pages
   */
  static <T> CompletionStage<T> ask(Function<KnownResets, CompletionStage<T>> question) {
    KnownResets resets = new KnownResets();
    return question
        .apply(resets)
        .thenCompose(
            answer -> {
              if (resets.found.isEmpty()) {
                return CompletableFuture.completedStage(answer);
              }
              resets.known = true;
              return question.apply(resets);
            });
  }

  /**
   * The known resets of some counters and series. Empty while the question is asked the first time.
   */
  Map<CounterName, Resets> of(Collection<CounterName> counters) {
    Map<CounterName, Resets> some = new HashMap<>();
    if (!known) {
      return some;
    }
    for (CounterName counter : counters) {
      Set<EventTime> times = found.get(counter.whole());
      if (times != null) {
        some.put(counter, new Resets(times));
      }
    }
    return some;
  }

  /**
   * Notes a reset while the question is asked the first time. Returns true if the reset was not
   * noted before; always false while the question is asked the second time.
   */
  boolean isNew(CounterName counter, EventTime at) {
    if (known) {
      return false;
    }
    if (found.isEmpty()) {
      found = new HashMap<>();
    }
    return found.computeIfAbsent(counter, any -> new TreeSet<>()).add(at);
  }
}
