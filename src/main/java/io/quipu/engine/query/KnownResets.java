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
 * The resets that were found in tails while a question was answered. Rows stream past in any order,
 * and what a reset takes away is known only if it was known before: so a question that finds any is
 * asked a second time. Confined to one context.
 *
 * <p>Twice is enough. The first time, every page is read after the question came: so what is found
 * has every reset that was acknowledged before, and every one that an earlier answer had. Resets
 * that only the second time shows came meanwhile. They are taken for not there yet, which is what a
 * slower write would have come to; unless their page has settled them by then.
 */
final class KnownResets {
  private Map<CounterName, Set<EventTime>> found = Map.of();
  private boolean known;

  /**
   * Asks a question, twice if it takes that.
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

  /** The resets of those counters that have any; none as long as they are being looked for. */
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

  /** Takes in a reset; tells whether it is new, and will be known when it is asked again. */
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
