package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.Scenario.Processes;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws scenarios, each of which strains a part of the protocol. */
final class DrawnScenario {
  private static final int MINUTE = RetentionClass.of(new TimeSpan("1m"));
  private static final int HOUR = RetentionClass.of(new TimeSpan("1h"));

  private DrawnScenario() {}

  /** Draws what a run is about that strains a part of the protocol. */
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
      case HISTORY -> history(random);
      case ENDS -> ends(random);
      case DELETING -> deleting(random);
      case MAPPED -> mapped(random);
      case SERIES -> series(random);
      case IDLE_SERIES -> idleSeries(random);
      case RANKING -> (random.chance(0.4) ? resetting(random) : late(random)).ranked();
      case CRASHING, ALONE -> kindOfSeries(random).brokenDown(stress);
      case KEEPING -> keeping(random);
      case WEEKS -> weeks(random);
      case RETRYING -> retrying(random);
    };
  }

  /** The same as other runs, with counters that are broken down. */
  private static Scenario series(SeededRandom random) {
    return kindOfSeries(random).brokenDown();
  }

  private static Scenario kindOfSeries(SeededRandom random) {
    return switch (random.below(3)) {
      case 0 -> resetting(random);
      case 1 -> late(random);
      default -> deleting(random);
    };
  }

  /** Counters whose ids are remembered for ever: a window of a day is over in the meantime. */
  private static Scenario weeks(SeededRandom random) {
    return new Scenario(
        true,
        Stress.WEEKS,
        usual(random),
        layout(random, true),
        counters("tagged", 3, List.of(DeduplicationWindow.FOREVER), true, random),
        Map.of(),
        Map.of(),
        counters("latest", 1, List.of(DeduplicationWindow.OTHER_RULES), false, random),
        random.chance(0.5),
        (60 + random.below(30)) * SeededRandom.SECOND,
        true,
        false,
        random.chance(0.5) ? "96h" : null);
  }

  /** Long enough for two changes, each of which holds from a minute after it on. */
  private static Scenario keeping(SeededRandom random) {
    return new Scenario(
        true,
        Stress.KEEPING,
        usual(random),
        layout(random, true),
        alike(remembering("tagged", 3, false, random), 1),
        Map.of(),
        Map.of(),
        Map.of(),
        true,
        (150 + random.below(60)) * SeededRandom.SECOND,
        false,
        random.chance(0.5),
        "3h",
        true);
  }

  private static Scenario retrying(SeededRandom random) {
    return new Scenario(
        true,
        Stress.RETRYING,
        usual(random),
        layout(random, false),
        remembering("tagged", 3, false, random),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (30 + random.below(20)) * SeededRandom.SECOND,
        false,
        false,
        null);
  }

  /** Long enough for minutes to end, and for each counter to be reset more than 32 times. */
  private static Scenario idleSeries(SeededRandom random) {
    return new Scenario(
            true,
            Stress.IDLE_SERIES,
            usual(random),
            layout(random, false),
            remembering("tagged", 2, false, random),
            Map.of(),
            Map.of(),
            Map.of(),
            true,
            150 * SeededRandom.SECOND,
            false,
            false,
            null)
        .brokenDown(Stress.IDLE_SERIES);
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
        usual(random),
        layout(random, collects),
        remembering("tagged", 3, collects, random),
        forgetting(1, collects, random),
        remembering("bulk", 1, collects, random),
        counters("latest", 1, List.of(DeduplicationWindow.OTHER_RULES), collects, random),
        random.chance(0.5),
        (isLong ? 150 : 15 + random.below(10)) * SeededRandom.SECOND,
        collects,
        false,
        isLong ? "20s" : "3h");
  }

  private static Scenario history(SeededRandom random) {
    boolean collects = random.chance(0.4);
    int retention = collects ? MINUTE : HOUR;
    return new Scenario(
        true,
        Stress.HISTORY,
        usual(random),
        layout(random, collects),
        kept(retention, remembering("tagged", 3, false, random)),
        Map.of(),
        kept(retention, remembering("bulk", 1, false, random)),
        Map.of(),
        random.chance(0.5),
        (15 + random.below(10) + (collects ? 120 : 0)) * SeededRandom.SECOND,
        collects,
        false,
        "3h");
  }

  private static Map<CounterName, Settings> kept(int retention, Map<CounterName, Settings> all) {
    Map<CounterName, Settings> changed = new LinkedHashMap<>();
    all.forEach(
        (counter, one) ->
            changed.put(counter, new Settings(counter, one.shards(), retention, one.window())));
    return changed;
  }

  /**
   * A period of minutes ends 20 seconds after the beginning: one of an hour; and one of ten days,
   * four days before, which late events reach.
   */
  private static Scenario ends(SeededRandom random) {
    Processes processes = usual(random);
    return new Scenario(
        true,
        Stress.ENDS,
        processes,
        layout(random, true),
        remembering("tagged", 3, false, random),
        Map.of(),
        remembering("bulk", 1, false, random),
        counters("latest", 1, List.of(DeduplicationWindow.OTHER_RULES), false, random),
        true,
        130 * SeededRandom.SECOND,
        false,
        true,
        processes.lanes() == 1 ? "96h" : "0s");
  }

  /**
   * Long enough for what is deleted in the first half to be gone, with few pages that all share. In
   * some runs windows end as well, and in every second one events may be late.
   */
  private static Scenario deleting(SeededRandom random) {
    Processes processes = usual(random);
    Layout layout = layout(random, true);
    Map<CounterName, Settings> tagged =
        alike(remembering("tagged", 4, false, random), 1 + random.below(3));
    boolean hastens = random.chance(0.5);
    int seconds = 50 + random.below(40);
    boolean ends = seconds > 75;
    boolean late = processes.lanes() == 2;
    return new Scenario(
        true,
        Stress.DELETING,
        processes,
        layout,
        tagged,
        Map.of(),
        Map.of(),
        Map.of(),
        hastens,
        (ends ? 130 : seconds) * SeededRandom.SECOND,
        false,
        ends,
        late ? ends ? "96h" : "3h" : null,
        true);
  }

  /** Long enough for a purge to be decided, or not, minutes after it was entered. */
  private static Scenario mapped(SeededRandom random) {
    return new Scenario(
        true,
        Stress.MAPPED,
        usual(random),
        layout(random, true),
        alike(remembering("tagged", 4, false, random), 1 + random.below(3)),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (380 + random.below(40)) * SeededRandom.SECOND,
        false,
        false,
        null,
        true);
  }

  /** The same with as many shards each, as their namespace says. */
  private static Map<CounterName, Settings> alike(Map<CounterName, Settings> all, int shards) {
    Map<CounterName, Settings> some = new LinkedHashMap<>();
    all.forEach(
        (counter, one) ->
            some.put(counter, new Settings(counter, shards, one.retention(), one.window())));
    return some;
  }

  private static Scenario levels(SeededRandom random) {
    return new Scenario(
        true,
        Stress.LEVELS,
        usual(random),
        layout(random, false),
        PathNames.drawn(random),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (15 + random.below(10)) * SeededRandom.SECOND,
        false,
        false,
        null);
  }

  private static Scenario resetting(SeededRandom random) {
    boolean collects = random.chance(0.3);
    return new Scenario(
        true,
        Stress.RESETTING,
        usual(random),
        layout(random, collects),
        remembering("tagged", 4, collects, random),
        Map.of(),
        Map.of(),
        Map.of(),
        random.chance(0.5),
        (15 + random.below(10) + (collects ? 60 : 0)) * SeededRandom.SECOND,
        collects,
        false,
        null);
  }

  /** Everybody settles everything, or a good deal is collected. */
  private static Scenario latest(SeededRandom random) {
    boolean collects = random.chance(0.3);
    return new Scenario(
        true,
        Stress.LATEST,
        new Processes(
            2 + random.below(2),
            1,
            false,
            writer(Duration.ofSeconds(5), random),
            Duration.ofMillis(random.pick(List.of(20, 50, 100)))),
        layout(random, collects),
        remembering("tagged", 1, collects, random),
        Map.of(),
        Map.of(),
        counters("latest", 3, List.of(DeduplicationWindow.OTHER_RULES), collects, random),
        true,
        (15 + random.below(10) + (collects ? 60 : 0)) * SeededRandom.SECOND,
        collects,
        false,
        null);
  }

  private static Scenario reading(SeededRandom random) {
    return new Scenario(
        true,
        Stress.READING,
        new Processes(2, 1, false, writer(Duration.ofSeconds(5), random), Duration.ofMillis(20)),
        layout(random, false),
        remembering("tagged", 4, false, random),
        forgetting(1, false, random),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (12 + random.below(6)) * SeededRandom.SECOND,
        false,
        false,
        null);
  }

  private static Scenario changing(SeededRandom random) {
    boolean collects = random.chance(0.4);
    Scenario drawn = ordinary(true, Stress.CHANGING, collects, random);
    return new Scenario(
        true,
        Stress.CHANGING,
        drawn.processes(),
        drawn.layout(),
        mayGo(drawn.tagged(), collects),
        mayGo(forgetting(3, collects, random), collects),
        mayGo(drawn.bulk(), collects),
        Map.of(),
        drawn.hastens(),
        drawn.nanos(),
        collects,
        false,
        null);
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
        new Processes(
            3,
            1,
            false,
            writer(Duration.ofSeconds(5), random),
            Duration.ofMillis(random.pick(List.of(20, 50, 100)))),
        layout,
        remembering("tagged", 4, false, random),
        forgetting(1, false, random),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (15 + random.below(10)) * SeededRandom.SECOND,
        false,
        false,
        null);
  }

  /** In every second run all but one leave the group to that one. */
  private static WriterSettings writer(Duration lease, SeededRandom random) {
    return writer(lease, Duration.ofMillis(200), random);
  }

  private static WriterSettings writer(Duration lease, Duration heartbeat, SeededRandom random) {
    return new WriterSettings(lease, heartbeat, true, random.chance(0.5) ? 1 : 3);
  }

  private static Processes usual(SeededRandom random) {
    return new Processes(
        2 + random.below(2),
        1 + random.below(2),
        random.chance(0.25),
        writer(Duration.ofSeconds(5), random),
        Duration.ofMillis(random.pick(List.of(20, 50, 200))));
  }

  private static Scenario group(SeededRandom random) {
    Layout layout = layout(random, false);
    return new Scenario(
        true,
        Stress.GROUP,
        new Processes(3, 1, false, writer(Duration.ofSeconds(1), random), Duration.ofMillis(20)),
        layout,
        remembering("tagged", 6, false, random),
        Map.of(),
        remembering("bulk", 1, false, random),
        Map.of(),
        true,
        (12 + random.below(10)) * SeededRandom.SECOND,
        false,
        false,
        null);
  }

  private static Scenario ordinary(
      boolean faults, Stress stress, boolean collects, SeededRandom random) {
    Duration lease = Duration.ofMillis(random.pick(List.of(1_000, 2_000, 3_000)));
    Duration heartbeat = lease.dividedBy(random.pick(List.of(4, 6)));
    Layout layout = layout(random, collects);
    return new Scenario(
        faults,
        stress,
        new Processes(
            2 + random.below(3),
            1 + random.below(3),
            random.chance(0.25),
            writer(lease, heartbeat, random),
            Duration.ofMillis(random.pick(List.of(200, 500, 1_000)))),
        layout,
        remembering("tagged", 3, collects, random),
        forgetting(1, collects, random),
        remembering("bulk", 1, collects, random),
        Map.of(),
        random.chance(0.5),
        (30 + random.below(40) + (collects ? 80 : 0)) * SeededRandom.SECOND,
        collects,
        false,
        null);
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
}
