package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.StepBounds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.CounterReads;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.core.MachineClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run is about: drawn from its seed.
 *
 * @param processes how many there are, and how they work
 * @param tagged counters whose events are told apart by their deltas
 * @param repeated counters of few ids that are sent all the time and soon forgotten
 * @param bulk counters with deltas of both signs
 * @param latest counters of what actors state
 * @param hastens whether somebody always waits for what was recorded, so that it is settled as soon
 *     as it can be, not bucket by bucket
 * @param nanos how long there is load, and whatever goes wrong
 * @param collects whether some counters retain nothing, or little: long runs, in which some of it
 *     falls due
 * @param ends whether windows are kept for a minute; a period of minutes ends 20 seconds after the
 *     beginning: one of an hour; and one of ten days, four days before, which late events reach
 * @param late how much older than now the times of events may be; null if events have no times
 * @param deletes whether counters are purged, and namespaces deleted
 */
public record Scenario(
    boolean faults,
    Stress stress,
    Processes processes,
    Layout layout,
    Map<CounterName, Settings> tagged,
    Map<CounterName, Settings> repeated,
    Map<CounterName, Settings> bulk,
    Map<CounterName, Settings> latest,
    boolean hastens,
    long nanos,
    boolean collects,
    boolean ends,
    @Nullable String late,
    boolean deletes) {
  static final int FILTER_BYTES = 4_000;

  /** Runs of a few ids, each in a block of its own, which are merged all the time. */
  private static final IdBounds FEW_IDS = new IdBounds(1, 3);

  /** Bounds at which a step takes fewer series than there are, and drops notes all the time. */
  private static final StepBounds SMALL_STEPS = new StepBounds(6, 1_200, 2, 1, FEW_IDS);

  /** The usual bounds of a step, but for settled ids. */
  static final StepBounds SMALL_RUNS =
      new StepBounds(
          StepBounds.USUAL.counters(),
          StepBounds.USUAL.bytes(),
          StepBounds.USUAL.resets(),
          StepBounds.USUAL.series(),
          FEW_IDS);

  /** One in which nothing is deleted. */
  Scenario(
      boolean faults,
      Stress stress,
      Processes processes,
      Layout layout,
      Map<CounterName, Settings> tagged,
      Map<CounterName, Settings> repeated,
      Map<CounterName, Settings> bulk,
      Map<CounterName, Settings> latest,
      boolean hastens,
      long nanos,
      boolean collects,
      boolean ends,
      @Nullable String late) {
    this(
        faults, stress, processes, layout, tagged, repeated, bulk, latest, hastens, nanos, collects,
        ends, late, false);
  }

  /** The same with series, and no counters but tagged ones. */
  Scenario brokenDown() {
    return brokenDown(Stress.SERIES);
  }

  /** The same, where something else is strained. */
  Scenario brokenDown(Stress another) {
    return new Scenario(
        faults, another, processes, layout, tagged, Map.of(), Map.of(), Map.of(), hastens, nanos,
        collects, ends, late, deletes);
  }

  /** The same, where counters are ranked. */
  Scenario ranked() {
    return brokenDown(Stress.RANKING);
  }

  /** The namespace of all counters, with the shards that one of them has at most. */
  Namespace namespace() {
    Namespace usual = namespace(KnownNamespaces.NAME);
    int most = tagged.values().stream().mapToInt(Settings::shards).max().orElse(1);
    return TestNamespaces.withSettings(TestNamespaces.sharded(usual, most), usual.settings());
  }

  /**
   * @param confirmed whether acknowledgements are confirmed serially, not by leases
   */
  public record Processes(
      int instances,
      int lanes,
      boolean confirmed,
      WriterSettings writer,
      Duration checkpointPeriod) {}

  /** Whether events may wait for long, and so as long as they may in the service. */
  boolean mintsSoon() {
    return hasMappings() || stress == Stress.ALONE;
  }

  /** Whether there is a second way in, which maps to several namespaces. */
  boolean hasMappings() {
    return stress == Stress.MAPPED;
  }

  /** The bytes of filters that a process holds: in some worlds fewer than it needs. */
  long filterBytes() {
    return stress == Stress.SETTLING ? FILTER_BYTES / 10 : FILTER_BYTES;
  }

  /** Bounds of a step of a page. */
  StepBounds stepBounds() {
    return stress == Stress.IDLE_SERIES ? SMALL_STEPS : SMALL_RUNS;
  }

  /**
   * Bounds of a question; in every second run with idle series, no two series are of one moment.
   */
  CounterReads.Bounds readBounds() {
    Duration patience = Duration.ofSeconds(9);
    return stress == Stress.IDLE_SERIES && processes.lanes() == 1
        ? new CounterReads.Bounds(patience, 1)
        : new CounterReads.Bounds(patience);
  }

  /** Whether events count in series. */
  boolean hasSeries() {
    return switch (stress) {
      case SERIES, IDLE_SERIES, CRASHING, ALONE -> true;
      default -> false;
    };
  }

  /** The namespace as it is stored in the beginning, where counters are looked up. */
  Namespace stored() {
    Namespace usual = namespace(KnownNamespaces.NAME);
    return TestNamespaces.withSettings(TestNamespaces.sharded(usual, shards()), usual.settings());
  }

  /** The number of shards where all counters have as many. */
  int shards() {
    return tagged.values().iterator().next().shards();
  }

  /** Whether events may say when they happened. */
  boolean hasTimes() {
    return late != null;
  }

  /** How much older than now the times of events may be. */
  Lateness lateness() {
    return Lateness.of(namespace("any"));
  }

  private Namespace namespace(String name) {
    Map<String, String> settings = new HashMap<>();
    if (ends) {
      settings.put(Keep.SETTING, "minute=1m");
    }
    if (late != null) {
      settings.put(Lateness.SETTING, late);
    }
    if (hasSeries()) {
      settings.putAll(DrawnSeries.SETTINGS);
    }
    return TestNamespaces.withSettings(Namespace.of(name, "event"), settings);
  }

  /**
   * The namespaces of which windows end, as one finds them who deletes windows. He takes the clocks
   * of those who create namespaces for up to a day ahead.
   */
  List<Created> ending() {
    return ends
        ? List.of(
            new Created(
                namespace("sim"), EventTime.ofEpochSecond(MachineClock.EPOCH_SECOND + 86_400)))
        : List.of();
  }

  /** A counter as a reader knows it. */
  KnownCounter known(CounterName counter) {
    Namespace namespace = namespace(counter.namespace());
    return new KnownCounter(
        counter,
        new Namespace(
            namespace.name(),
            namespace.kind(),
            namespace.deduplicate(),
            namespace.retain(),
            settings(counter).shards(),
            namespace.windows(),
            namespace.settings()));
  }

  /**
   * Writes of one partition that are not decided: few, but where the group is strained each is one
   * more that may be late.
   */
  int undecidedWrites() {
    return stress == Stress.GROUP ? 16 : 2;
  }

  /** The tagged counters, and those that only count the events of them. */
  List<CounterName> withTops() {
    List<CounterName> all = new ArrayList<>(tagged.keySet());
    if (stress == Stress.LEVELS) {
      all.addAll(PathNames.tops());
    }
    return all;
  }

  /** The deltas of the events of a tagged counter. */
  List<Integer> digits(CounterName counter) {
    return PathNames.isPath(counter) ? PathNames.digits(counter) : Item.ALL_DIGITS;
  }

  /** The tagged counters whose events one counts. */
  List<CounterName> countedBy(CounterName counter) {
    return tagged.keySet().stream()
        .filter(named -> named.equals(counter) || PathNames.isBelow(named, counter))
        .toList();
  }

  Settings settings(CounterName known) {
    CounterName counter = known.named().whole();
    if (PathNames.isTop(counter)) {
      Settings same = settings(PathNames.below(counter));
      return new Settings(counter, same.shards(), same.retention(), same.window());
    }
    for (Map<CounterName, Settings> some : List.of(tagged, repeated, bulk, latest)) {
      if (some.containsKey(counter)) {
        return some.get(counter);
      }
    }
    throw new IllegalArgumentException("nobody counts " + counter);
  }

  List<CounterName> counters() {
    List<CounterName> all = withTops();
    all.addAll(repeated.keySet());
    all.addAll(bulk.keySet());
    all.addAll(latest.keySet());
    return all;
  }

  /** The pages of a counter. */
  List<Integer> pages(CounterName counter) {
    return layout.pagesOf(counter, settings(counter).shards());
  }
}
