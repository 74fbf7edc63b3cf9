package io.quipu.engine.store;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Lists the names of the counters of a namespace, each in its present life. Counters that were
 * purged equally often are stored under one name, so there is a list for each such number.
 */
public record LivingNames(CounterNames names) {
  private static final int LISTS_AT_ONCE = 4;

  /** The counters of a life of a namespace, of which some were purged. */
  public record LivingCounters(String namespace, int life, CounterLives lives) {
    public static LivingCounters of(Namespace namespace) {
      return new LivingCounters(namespace.name(), namespace.life(), namespace.knownLives());
    }

    private boolean has(CounterName counter) {
      return lives.of(counter.name()) == counter.purged();
    }
  }

  /**
   * The first counters in a range, at most {@code limit}, in the order of the UTF-8 of their names.
   * Fails with the store unavailable.
   */
  public CompletionStage<List<CounterName>> list(LivingCounters of, NameRange range, int limit) {
    if (of.lives().number() == 0) {
      return names.list(CounterName.storedName(of.namespace(), of.life(), 0), range, limit);
    }
    List<CounterName> all = new ArrayList<>();
    return BoundedConcurrency.forEach(
            LISTS_AT_ONCE,
            IntStream.rangeClosed(0, of.lives().longest()).boxed().toList(),
            purged -> {
              List<CounterName> found = new ArrayList<>();
              String stored = CounterName.storedName(of.namespace(), of.life(), purged);
              return list(of, stored, range, limit, found).thenAccept(done -> all.addAll(found));
            })
        .thenApply(
            done ->
                all.stream()
                    .sorted(Comparator.comparing(CounterName::name, Utf8Order.INSTANCE))
                    .limit(limit)
                    .toList());
  }

  /** Finds counters that were not purged since, up to a limit. */
  private CompletionStage<Void> list(
      LivingCounters of, String stored, NameRange range, int limit, List<CounterName> found) {
    return names
        .list(stored, range, limit)
        .thenCompose(
            some -> {
              some.stream().filter(of::has).forEach(found::add);
              return some.size() < limit || found.size() >= limit
                  ? CompletableFuture.completedStage(null)
                  : list(of, stored, range.after(some.get(some.size() - 1).name()), limit, found);
            });
  }
}
