package io.quipu.engine.kind;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.Granularity;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of counters. Kinds differ only in their implementations of this interface. The rest of the
 * service asks this interface, and does not depend on which kind a namespace has.
 */
public interface Kind {
  /** The name of the kind in the contract. */
  String label();

  /** The settings that namespaces of this kind have, besides the settings of all namespaces. */
  default List<Setting> settings() {
    return List.of();
  }

  /** The settings of all namespaces that mean something for this kind. */
  default Set<CommonSetting> commonSettings() {
    return EnumSet.allOf(CommonSetting.class);
  }

  /** The features of the counters of this kind, besides recording and reading. */
  default Set<Feature> features() {
    return Set.of();
  }

  /** The type of value that the counters of a namespace hold. */
  default Holding holding(Namespace namespace) {
    return Holding.SUMMARY;
  }

  /**
   * The time for which an id is remembered, as a {@link DeduplicationWindow}; {@link
   * DeduplicationWindow#OFF} if callers cannot rely on a time.
   */
  default int remembers(Namespace namespace) {
    return DeduplicationWindow.OFF;
  }

  /**
   * The minimum number of later ids of the same counter before an id is forgotten; null if ids are
   * remembered for a time, or not at all.
   */
  default @Nullable Long remembersIds(Namespace namespace) {
    return null;
  }

  /**
   * The time from the storing of changed settings until every process uses the new settings. The
   * change is acknowledged only after this time. If the time is zero, other processes may use the
   * old settings for some seconds after the acknowledgement.
   */
  default Duration changesHoldAfter() {
    return Duration.ZERO;
  }

  /** Makes a namespace of this kind with the default settings. */
  default Namespace defaults(String name) {
    return Namespace.of(name, label());
  }

  /**
   * Checks the settings of a new or changed namespace of this kind. The caller has checked that the
   * namespace has no settings of other kinds, and that the types of the settings are right.
   *
   * @throws InvalidInput naming the setting that the namespace cannot have
   */
  default void check(Namespace next) {}

  /**
   * Checks a setting of all namespaces that the caller names, besides {@link #check}.
   *
   * @throws InvalidInput naming the setting that the namespace cannot have
   */
  default void checkGiven(CommonSetting setting, Namespace next) {}

  /** The granularities of windows that callers may read of a namespace of this kind. */
  default Set<Granularity> windows(Namespace namespace) {
    return namespace.windows();
  }

  /**
   * Accepts events of one counter, all of them or none.
   *
   * @param confirmed whether the caller wants the verdict of each event after the event is settled
   * @throws InvalidDraft for the first draft that is not an event of this kind
   * @throws InvalidInput naming {@code confirm} if verdicts are wanted and this kind has none
   */
  Recording accept(Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed);

  /**
   * Makes the recording that sets a counter back to zero. Returns null if a counter of this kind
   * begins another life instead, as after a purge.
   *
   * @throws InvalidInput naming {@code kind} if this kind has no resets
   */
  default @Nullable Recording reset(Namespace namespace, CounterName counter) {
    require(Feature.RESET);
    return null;
  }

  /**
   * Makes the rule of the rows of this kind, on the context that settles or reads the rows. Returns
   * null if the rows are deduplicated by id or have no ids, or if the kind has no rows.
   */
  default @Nullable RowRule rule(Layout layout, Clock clock) {
    return null;
  }

  /** The query parameters that a read may have, for at least some namespaces of this kind. */
  default Set<String> readOptions() {
    return Set.of();
  }

  /**
   * Parses the query parameters of a read.
   *
   * @param given the parameters of {@link #readOptions()} that have a value, at least one
   * @throws InvalidInput naming the parameter that has an invalid value, or that counters of this
   *     namespace do not take
   */
  default ReadOptions readOptions(Namespace namespace, Map<String, String> given) {
    throw new IllegalStateException("kind " + label() + " has no options");
  }

  /**
   * Writes the members of the answer about a time of which nothing is kept.
   *
   * @param options the options of the read, as {@link #readOptions} has parsed them
   */
  default void writeNothing(JsonText json, Namespace namespace, ReadOptions options) {
    Tally.ZERO.write(json);
  }

  /**
   * Makes the background work of this kind; null if there is none.
   *
   * @param scheduler of the calling context, where the work will run
   */
  default @Nullable Upkeep upkeep(Scheduler scheduler) {
    return null;
  }

  /** Makes what deletes the data in the tables of this kind, on the calling context. */
  default Eraser eraser() {
    return Eraser.NONE;
  }

  /** Makes the recorder of the events of this kind, on the context where the recorder will run. */
  default Recorder recorder(RecorderSite site) {
    return site.pages();
  }

  /**
   * Makes the reader of the counters of this kind, on the context where the reader will run. In one
   * process, all reads of a counter have the same context.
   *
   * @param pages the reader of the context for kinds that are settled by pages
   */
  default Reader reader(Reader pages) {
    return pages;
  }

  /**
   * Refuses a feature that counters of this kind do not have.
   *
   * @throws InvalidInput naming {@code kind} if counters of this kind do not have the feature
   */
  default void require(Feature feature) {
    if (!features().contains(feature)) {
      throw new InvalidInput(
          "kind", "there is no " + feature.label() + " for counters of kind " + label());
    }
  }
}
