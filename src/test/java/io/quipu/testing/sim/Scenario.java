package io.quipu.testing.sim;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Keep;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Lateness;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.RetentionClass;
import io.quipu.engine.model.TestNamespaces;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run is about: drawn from its seed.
 *
 * @param tagged counters whose events are told apart by their deltas
 * @param repeated counters of few ids that are sent all the time and soon forgotten
 * @param bulk counters with deltas of both signs
 * @param latest counters of what actors state
 * @param hastens whether somebody always waits for what was recorded, so that it is settled as soon
 *     as it can be, not bucket by bucket
 * @param nanos how long there is load, and whatever goes wrong
 * @param collects whether some counters retain nothing, or little: long runs, in which some of it
 *     falls due
 */
public record Scenario(
    boolean faults,
    Stress stress,
    int instances,
    int lanes,
    boolean confirmed,
    WriterSettings writer,
    Duration checkpointPeriod,
    Layout layout,
    Map<CounterName, Settings> tagged,
    Map<CounterName, Settings> repeated,
    Map<CounterName, Settings> bulk,
    Map<CounterName, Settings> latest,
    boolean hastens,
    long nanos,
    boolean collects) {
  static Scenario of(boolean faults, Stress stress, SeededRandom random) {
    return switch (stress) {
      case NONE -> ordinary(faults, stress, random.chance(0.25), random);
      case REPLACING -> ordinary(faults, stress, false, random);
      case COLLECTING -> ordinary(faults, stress, true, random);
      case SETTLING -> settling(random);
      case GROUP -> group(random);
      case READING -> reading(random);
      case CHANGING -> changing(random);
      case LATEST -> latest(random);
      case RESETTING -> resetting(random);
      case LEVELS -> levels(random);
      case LATE -> late(random);
      case ENDS -> ends(random);
      case DELETING -> deleting(random);
    };
  }

  /**
   * Some runs with a lateness that no window outlives, and some, long enough for windows to become
   * final, with one that is soon over.
   */
  private static Scenario late(SeededRandom random) {
    boolean isLong = random.chance(0.3);
    boolean collects = isLong && random.chance(0.5);
    return new Scenario(
        true,
        Stress.LATE,
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))),
        layout(random, collects),
        remembering("tagged", 3, collects, random),
        forgetting(1, collects, random),
        remembering("bulk", 1, collects, random),
        counters("latest", 1, List.of(DeduplicationWindow.OTHER_RULES), collects, random),
        random.chance(0.5),
        (isLong ? 150 : 15 + random.below(10)) * SeededRandom.SECOND,
        collects);
  }

  /**
   * A period of minutes ends 20 seconds after the beginning: one of an hour; and one of ten days,
   * four days before, which late events reach.
   */
  private static Scenario ends(SeededRandom random) {
    return new Scenario(
        true,
        Stress.ENDS,
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))),
        layout(random, true),
        remembering("tagged", 3, false, random),
        Map.of(),
        remembering("bulk", 1, false, random),
        counters("latest", 1, List.of(DeduplicationWindow.OTHER_RULES), false, random),
        true,
        130 * SeededRandom.SECOND,
        false);
  }

  /**
   * Long enough for what is deleted in the first half to be gone, with few pages that all share.
   */
  private static Scenario deleting(SeededRandom random) {
    return new Scenario(
        true,
        Stress.DELETING,
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))),
        layout(random, true),
        alike(remembering("tagged", 4, false, random), 1 + random.below(3)),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (50 + random.below(40)) * SeededRandom.SECOND,
        false);
  }

  /** The same with as many shards each, as their namespace says. */
  private static Map<CounterName, Settings> alike(Map<CounterName, Settings> all, int shards) {
    Map<CounterName, Settings> some = new LinkedHashMap<>();
    all.forEach(
        (counter, one) ->
            some.put(counter, new Settings(counter, shards, one.retention(), one.window())));
    return some;
  }

  /** Whether counters are purged, and namespaces deleted. */
  boolean deletes() {
    return stress == Stress.DELETING;
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
    return stress == Stress.LATE || stress == Stress.ENDS || (deletes() && lanes == 2);
  }

  /** How much older than now the times of events may be. */
  Lateness lateness() {
    return Lateness.of(namespace("any"));
  }

  private Namespace namespace(String name) {
    Namespace usual = Namespace.of(name, "event");
    boolean isLong = nanos > 100 * SeededRandom.SECOND;
    return switch (stress) {
      case LATE ->
          TestNamespaces.withSettings(usual, Map.of(Lateness.SETTING, isLong ? "20s" : "3h"));
      case ENDS ->
          TestNamespaces.withSettings(
              usual,
              Map.of(Keep.SETTING, "minute=1m", Lateness.SETTING, lanes == 1 ? "96h" : "0s"));
      // in every second run
      case DELETING ->
          lanes == 2 ? TestNamespaces.withSettings(usual, Map.of(Lateness.SETTING, "3h")) : usual;
      default -> usual;
    };
  }

  /**
   * The namespaces of which windows end, as one finds them who deletes windows. He takes the clocks
   * of those who create namespaces for up to a day ahead.
   */
  List<Created> ending() {
    return stress == Stress.ENDS
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

  private static Scenario levels(SeededRandom random) {
    return new Scenario(
        true,
        Stress.LEVELS,
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))),
        layout(random, false),
        PathNames.drawn(random),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (15 + random.below(10)) * SeededRandom.SECOND,
        false);
  }

  private static Scenario resetting(SeededRandom random) {
    boolean collects = random.chance(0.3);
    return new Scenario(
        true,
        Stress.RESETTING,
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))),
        layout(random, collects),
        remembering("tagged", 4, collects, random),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (15 + random.below(10) + (collects ? 60 : 0)) * SeededRandom.SECOND,
        collects);
  }

  /** Everybody settles everything, or a good deal is collected. */
  private static Scenario latest(SeededRandom random) {
    boolean collects = random.chance(0.3);
    return new Scenario(
        true,
        Stress.LATEST,
        2 + random.below(2),
        1,
        false,
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 100))),
        layout(random, collects),
        remembering("tagged", 1, collects, random),
        Map.of(),
        Map.of(),
        counters("latest", 3, List.of(DeduplicationWindow.OTHER_RULES), collects, random),
        true,
        (15 + random.below(10) + (collects ? 60 : 0)) * SeededRandom.SECOND,
        collects);
  }

  private static Scenario reading(SeededRandom random) {
    return new Scenario(
        true,
        Stress.READING,
        2,
        1,
        false,
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(20),
        layout(random, false),
        remembering("tagged", 4, false, random),
        forgetting(1, false, random),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (12 + random.below(6)) * SeededRandom.SECOND,
        false);
  }

  private static Scenario changing(SeededRandom random) {
    boolean collects = random.chance(0.4);
    Scenario drawn = ordinary(true, Stress.CHANGING, collects, random);
    return new Scenario(
        true,
        Stress.CHANGING,
        drawn.instances,
        drawn.lanes,
        drawn.confirmed,
        drawn.writer,
        drawn.checkpointPeriod,
        drawn.layout,
        mayGo(drawn.tagged, collects),
        mayGo(forgetting(3, collects, random), collects),
        mayGo(drawn.bulk, collects),
        Map.of(),
        drawn.hastens,
        drawn.nanos,
        collects);
  }

  /** The same, with rows that may be collected some time, if any are. */
  private static Map<CounterName, Settings> mayGo(
      Map<CounterName, Settings> all, boolean collects) {
    int some = collects ? 1 : RetentionClass.USUAL;
    Map<CounterName, Settings> changed = new LinkedHashMap<>();
    all.forEach(
        (counter, one) ->
            changed.put(
                counter,
                new Settings(
                    counter,
                    one.shards(),
                    one.retention() == RetentionClass.FOREVER ? some : one.retention(),
                    one.window())));
    return changed;
  }

  private static Scenario settling(SeededRandom random) {
    Layout layout = layout(random, false);
    return new Scenario(
        true,
        Stress.SETTLING,
        3,
        1,
        false,
        writer(Duration.ofSeconds(5), Duration.ofMillis(200), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 100))),
        layout,
        remembering("tagged", 4, false, random),
        forgetting(1, false, random),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (15 + random.below(10)) * SeededRandom.SECOND,
        false);
  }

  /** In every second run all but one leave the group to that one. */
  private static WriterSettings writer(Duration lease, Duration heartbeat, SeededRandom random) {
    return new WriterSettings(lease, heartbeat, true, random.chance(0.5) ? 1 : 3);
  }

  private static Scenario group(SeededRandom random) {
    Layout layout = layout(random, false);
    return new Scenario(
        true,
        Stress.GROUP,
        3,
        1,
        false,
        writer(Duration.ofSeconds(1), Duration.ofMillis(200), random),
        Duration.ofMillis(20),
        layout,
        remembering("tagged", 6, false, random),
        Map.of(),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (12 + random.below(10)) * SeededRandom.SECOND,
        false);
  }

  private static Scenario ordinary(
      boolean faults, Stress stress, boolean collects, SeededRandom random) {
    Duration lease = Duration.ofMillis(random.pick(List.of(1_000, 2_000, 3_000)));
    Duration heartbeat = lease.dividedBy(random.pick(List.of(4, 6)));
    Layout layout = layout(random, collects);
    return new Scenario(
        faults,
        stress,
        2 + random.below(3),
        1 + random.below(3),
        random.chance(0.25),
        writer(lease, heartbeat, random),
        Duration.ofMillis(random.pick(List.of(200, 500, 1_000))),
        layout,
        remembering("tagged", 3, collects, random),
        forgetting(1, collects, random),
        remembering("bulk", 1, collects, random),
        Map.of(),
        random.chance(0.5),
        (30 + random.below(40) + (collects ? 80 : 0)) * SeededRandom.SECOND,
        collects);
  }

  /** Few pages, so that counters share them, and parts; the wait is longer than most reads. */
  private static Layout layout(SeededRandom random, boolean collects) {
    int pages = random.pick(List.of(1, 2, 4));
    int parts = Math.min(pages, random.pick(List.of(1, 2)));
    Duration wait = Duration.ofSeconds(collects ? 8 : 60);
    return new Layout(pages, parts, random.between(0, Long.MAX_VALUE), wait);
  }

  /** Counters whose ids are remembered for longer than a run takes. */
  private static Map<CounterName, Settings> remembering(
      String prefix, int count, boolean collects, SeededRandom random) {
    List<Integer> windows = List.of(DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER);
    return counters(prefix, count, windows, collects, random);
  }

  private static Map<CounterName, Settings> forgetting(
      int count, boolean collects, SeededRandom random) {
    return counters("repeated", count, List.of(1, 3, 10), collects, random);
  }

  private static Map<CounterName, Settings> counters(
      String prefix, int count, List<Integer> windows, boolean collects, SeededRandom random) {
    List<Integer> retentions =
        collects
            ? List.of(0, 0, 1, RetentionClass.FOREVER)
            : List.of(RetentionClass.USUAL, RetentionClass.FOREVER);
    Map<CounterName, Settings> all = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      CounterName counter = new CounterName("sim", prefix + i);
      int shards = random.chance(0.3) ? 2 + random.below(3) : 1;
      all.put(
          counter, new Settings(counter, shards, random.pick(retentions), random.pick(windows)));
    }
    return all;
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
    CounterName counter = known.named();
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
