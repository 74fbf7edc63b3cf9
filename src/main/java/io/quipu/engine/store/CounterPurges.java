package io.quipu.engine.store;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * The purges of counters: a log for each life of a namespace, and the counters of which something
 * may be left. A purge in the log is decided once the namespace {@linkplain
 * io.quipu.engine.names.Namespace#purges() says its number}.
 */
public interface CounterPurges {
  /** Enters a purge in the log, if the log has none of its number. */
  CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge);

  /** The purges in the log with larger numbers than {@code after}, in the order of numbers. */
  CompletionStage<List<Purge>> purges(NamespaceLife life, int after);

  /** Forgets the log for good, when nothing is left of the life of the namespace. */
  CompletionStage<WriteOutcome> forgetPurges(NamespaceLife life);

  /** Enters a counter that is going to be purged; may be repeated. */
  CompletionStage<WriteOutcome> begin(PurgedCounter counter);

  /** Counters that were entered and have not ended, at most {@code limit}. */
  CompletionStage<List<PurgedCounter>> purged(int limit);

  /** Forgets a counter for good, when nothing is left of it. */
  CompletionStage<WriteOutcome> end(CounterName counter);

  /**
   * A counter of which something may be left.
   *
   * @param counter in the life that the purge ends
   * @param at when the purge was asked for
   */
  record PurgedCounter(CounterName counter, EventTime at) implements Comparable<PurgedCounter> {
    private static final Comparator<PurgedCounter> ORDER =
        Comparator.comparing(PurgedCounter::counter).thenComparing(PurgedCounter::at);

    @Override
    public int compareTo(PurgedCounter other) {
      return ORDER.compare(this, other);
    }

    /** Tells whether the purge is among those that were decided. */
    public boolean isDecided(CounterLives known) {
      return known.of(counter.name()) > counter.purged();
    }

    /** Groups counters by the lives of their namespaces, in their order. */
    public static SortedMap<NamespaceLife, List<PurgedCounter>> byNamespace(
        Collection<PurgedCounter> all) {
      SortedMap<NamespaceLife, List<PurgedCounter>> groups = new TreeMap<>();
      all.forEach(
          one ->
              groups
                  .computeIfAbsent(NamespaceLife.of(one.counter), any -> new ArrayList<>())
                  .add(one));
      return groups;
    }
  }
}
