package io.quipu.engine.kind;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A way to count: the one place where kinds differ. Every question that a kind decides is asked
 * here; nobody else looks at the kind of a namespace.
 */
public interface Kind {
  /** As the contract spells it. */
  String label();

  /** The settings that its namespaces may have besides those of all kinds. */
  default List<Setting> settings() {
    return List.of();
  }

  /** The features of its counters besides their counts. */
  default Set<Feature> features() {
    return Set.of();
  }

  /** The type of value that its counters hold. */
  default Holding holding(Namespace namespace) {
    return Holding.SUMMARY;
  }

  /**
   * The time for which an event that was recorded is known again by its id: as {@link
   * DeduplicationWindow} says, {@link DeduplicationWindow#OFF} where nobody may rely on it.
   */
  default int remembers(Namespace namespace) {
    return DeduplicationWindow.OFF;
  }

  /**
   * The least number of later ids of its counter until one is forgotten; null if that is a matter
   * of time, or if none is remembered.
   */
  default @Nullable Long remembersIds(Namespace namespace) {
    return null;
  }

  /**
   * The time from the moment when a change of settings was stored until every process records and
   * counts by it: nobody is told of the change before. Zero if it may take some seconds, and nobody
   * relies on more.
   */
  default Duration changesHoldAfter() {
    return Duration.ZERO;
  }

  /** A namespace with the settings that it has where nobody says otherwise. */
  default Namespace defaults(String name) {
    return Namespace.of(name, label());
  }

  /**
   * Checks the settings of a namespace of this kind that is to be. It has no settings of other
   * kinds; those of this kind are of the right type.
   *
   * @throws InvalidInput naming the setting that it cannot have
   */
  default void check(Namespace next) {}

  /**
   * Accepts events of one counter, all of them or none.
   *
   * @param confirmed whether the caller wants to know what becomes of each when it is settled
   * @throws InvalidDraft for the first that is not an event of this kind
   * @throws InvalidInput naming {@code confirm} if nobody can tell
   */
  Recording accept(Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed);

  /**
   * Sets a counter back to zero.
   *
   * @throws InvalidInput naming {@code kind} if it cannot
   */
  default Recording reset(Namespace namespace, CounterName counter) {
    require(Feature.RESET);
    throw new IllegalStateException("kind " + label() + " says that it can be reset");
  }

  /**
   * The rule of its rows, made on the context where they are settled or read; null if they are
   * deduplicated by their ids, or have none, or if it has no rows.
   */
  default @Nullable RowRule rule(Layout layout, Clock clock) {
    return null;
  }

  /** The query parameters that a read of some of its counters may have. */
  default Set<String> readOptions() {
    return Set.of();
  }

  /**
   * Understands the query parameters of a read.
   *
   * @param given those of {@link #readOptions} that have a value, at least one
   * @throws InvalidInput naming the parameter that the counters of this namespace do not take
   */
  default ReadOptions readOptions(Namespace namespace, Map<String, String> given) {
    throw new IllegalStateException("kind " + label() + " has no options");
  }

  /**
   * The work that it does by itself; null if there is none.
   *
   * @param scheduler of the context where it is to run, which is also the calling one
   */
  default @Nullable Upkeep upkeep(Scheduler scheduler) {
    return null;
  }

  /** The recorder of its events, made on the context where it is to run. */
  default Recorder recorder(RecorderSite site) {
    return site.pages();
  }

  /**
   * The reader of its counters, made on the context where it is to run. A counter always has the
   * same context.
   *
   * @param pages reads counts of the kinds that are settled by pages
   */
  default Reader reader(Reader pages) {
    return pages;
  }

  /**
   * Refuses what its counters do not have.
   *
   * @throws InvalidInput naming {@code kind}
   */
  default void require(Feature feature) {
    if (!features().contains(feature)) {
      throw new InvalidInput(
          "kind", "there is no " + feature.label() + " for counters of kind " + label());
    }
  }
}
