package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Resets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The resets that a question finds in tails. Rows come in any order. So the amount that a reset
 * takes away can be added up only if the reset is known before the rows come. A question that finds
 * resets is therefore asked a second time. Confined to one context.
 *
 * <p>Twice is enough. The first time, every page is read after the question came. So the question
 * finds every reset that was acknowledged before, and every reset in an earlier answer. A reset
 * that only the second time finds came meanwhile. Such a reset is left out, as if its write had
 * been slower, unless its page has settled it by then.
 */
final class KnownResets {
  private Map<CounterName, Set<EventTime>> found = Map.of();
  private boolean known;

  /**
   * Asks a question, and asks again if the first answer found resets.
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

  /** The known resets by counter. Empty while the question is asked the first time. */
  Map<CounterName, Resets> of(Collection<CounterName> counters) {
    if (!known) {
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

  /**
   * Takes in a reset. Tells whether it is new, and so is known when the question is asked again.
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
