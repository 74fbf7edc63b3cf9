package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.testing.sim.History.ObservedRanking;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The end of a run: waits until all is settled, and holds the result against what was sent. */
final class FinalChecks {
  /** Of so many rows that nobody acknowledged, every subset is tried. */
  private static final int SUBSETS = 18;

  private static final int RECOUNTS = 30;

  /** For how many twentieths of a second an answer is awaited. */
  private static final int TICKS_OF_A_READ = 60;

  /** A recount reads all windows there are, one after the other. */
  private static final int TICKS_OF_A_RECOUNT = 200;

  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;
  private final History history;
  private final Readers readers;
  private final Cluster cluster;
  private final StoredRows stored;

  FinalChecks(
      World world,
      Scenario scenario,
      Fleet fleet,
      History history,
      Readers readers,
      Cluster cluster) {
    this.cluster = cluster;
    this.stored = new StoredRows(cluster);
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
    this.history = history;
    this.readers = readers;
  }

  /** Lets time pass until every instance has everything settled; says what is not, or null. */
  String awaitSettled(long within) {
    long deadline = world.now() + within;
    String unsettled = "";
    while (unsettled != null && world.now() < deadline) {
      world.timeline().runUntil(world.now() + 2 * SeededRandom.SECOND);
      unsettled = unsettled();
    }
    cluster.deliverHints();
    cluster.decideAll();
    return unsettled;
  }

  /**
   * A writer that joins while nobody else is heard takes the time of its wall clock, so events may
   * have been acknowledged ahead of what is now the group's time. They are counted from the tail,
   * and settled when the group's time gets there.
   */
  private EventTime groupTime() {
    return fleet.joined().stream()
        .map(instance -> instance.view().now())
        .min(EventTime::compareTo)
        .orElse(EventTime.MIN);
  }

  private String unsettled() {
    if (fleet.alive().size() < fleet.size()) {
      return "somebody is not back yet";
    }
    for (Instance instance : fleet.alive()) {
      if (instance.view() == null) {
        return instance.machine().name() + " has not joined";
      }
    }
    for (CounterName counter : scenario.counters()) {
      for (Item item : history.items(counter)) {
        if (item.id() != null && !item.attempts().isEmpty() && !item.isAcknowledged()) {
          return item + " is sent in vain";
        }
      }
      for (Instance instance : fleet.joined()) {
        if (now(readers.count(instance, counter)) == null) {
          return counter.name() + " cannot be read by " + instance.machine().name();
        }
      }
      String row = unsettledRow(counter);
      if (row != null) {
        return row;
      }
    }
    return null;
  }

  /** An acknowledged row that its page has not passed, or null. */
  private String unsettledRow(CounterName counter) {
    EventTime now = groupTime();
    Set<UUID> acknowledged = history.acknowledgedRows(counter);
    for (StoredRow row : stored.of(counter)) {
      EventTime at = EventTime.of(row.row().at());
      EventTime until = SimulatedPageStore.header(cluster, row.page()).until();
      if (acknowledged.contains(row.row().at()) && at.isBefore(now) && !until.isAfter(at)) {
        return counter.name() + " has " + row + ", its page is at " + until;
      }
    }
    return null;
  }

  /** Lets time pass until a stage is complete, for a while; null if it is not, or failed. */
  private <T> T now(CompletionStage<T> stage) {
    return now(stage, TICKS_OF_A_READ);
  }

  private <T> T now(CompletionStage<T> stage, int ticks) {
    CompletableFuture<T> answer = stage.toCompletableFuture();
    for (int i = 0; i < ticks && !answer.isDone(); i++) {
      world.timeline().runUntil(world.now() + SeededRandom.SECOND / 20, answer::isDone);
    }
    return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : null;
  }

  /** What a tagged counter comes to, the same everywhere. */
  Set<Integer> check(CounterName counter, Checker checker) {
    Tally settled = agreed(counter, checker);
    return new HashSet<>(ObservedCount.tags(settled));
  }

  /** Every event that counts does so in the minute that one of its rows says, as it was sent. */
  void checkPlaces(CounterName counter, Checker checker) {
    List<Instance> joined = fleet.joined();
    List<WindowCount> minutes =
        joined.isEmpty() ? null : now(readers.windows(joined.get(0), counter, Granularity.MINUTE));
    if (minutes == null) {
      checker.violated("no windows although nothing is wrong", counter.name());
      return;
    }
    Map<Integer, Set<Long>> meant = new HashMap<>();
    for (Item item : history.items(counter)) {
      for (Item.Attempt attempt : item.attempts()) {
        meant.computeIfAbsent(attempt.digit, any -> new HashSet<>()).add(attempt.minute);
      }
    }
    Map<Integer, Set<Long>> places = new HashMap<>();
    for (StoredRow found : stored.of(counter)) {
      EventRow row = found.row();
      long own = EventMinute.of(EventTime.of(row.at()));
      long minute = row.minute() == EventMinute.OWN ? own : row.minute();
      for (int digit : ObservedCount.tags(new Tally(BigInteger.valueOf(row.delta()), 1))) {
        Set<Long> any = meant.getOrDefault(digit, Set.of());
        if (!any.contains(minute) && !(minute == own && any.contains(EventMinute.OWN))) {
          checker.violated("a row is of another minute than its event", row + ", not of " + any);
        }
        places.computeIfAbsent(digit, none -> new HashSet<>()).add(minute);
      }
    }
    for (WindowCount window : minutes) {
      long start = window.window().startSecond();
      for (int digit : ObservedCount.tags(window.tally())) {
        if (!places.getOrDefault(digit, Set.of()).contains(start)) {
          checker.violated(
              "an event counts in another minute than its own",
              digit + " of " + counter.name() + " in " + window);
        }
      }
    }
  }

  private Tally agreed(CounterName counter, Checker checker) {
    Count first = null;
    for (Instance instance : fleet.joined()) {
      Count count = now(readers.count(instance, counter));
      if (count == null) {
        checker.violated("no answer although nothing is wrong", instance.machine().name());
        continue;
      }
      if (first != null && !first.total().equals(count.total())) {
        checker.violated("instances disagree", first + " and " + count);
      }
      first = first == null ? count : first;
      boolean minutesEnd = scenario.ends();
      for (Granularity granularity : Granularity.values()) {
        if (scenario.stress() == Stress.WEEKS && granularity == Granularity.MINUTE) {
          continue;
        }
        List<WindowCount> windows = now(readers.windows(instance, counter, granularity));
        if (!minutesEnd || granularity != Granularity.MINUTE) {
          checkSum(windows, count, checker);
        }
      }
      if (!minutesEnd && scenario.stress() != Stress.WEEKS) {
        checkSum(now(readers.ranges(instance, counter)), count, checker);
        checkSum(now(readers.halfHours(instance, counter)), count, checker);
      }
    }
    if (first == null) {
      checker.violated("nobody can be asked", counter);
      return Tally.ZERO;
    }
    if (scenario.hasSeries()) {
      new SeriesChecks(scenario, readers, checker, this::now, world.aside())
          .check(world.random().pick(fleet.joined()), counter, first.total());
    }
    return first.total();
  }

  /**
   * Rankings have the counts of all counters, and their ranges sum to them. Events ahead of the
   * group's time are not settled yet: then only {@link Checker#checkRankings} tells.
   */
  void checkRankings(Checker checker) {
    for (Instance instance : fleet.joined()) {
      List<Count> counts = new ArrayList<>();
      scenario.counters().forEach(counter -> counts.add(now(readers.count(instance, counter))));
      ObservedRanking all = now(readers.ranking(instance, view -> List.of()));
      ObservedRanking life = now(readers.ranking(instance, readers::life));
      ObservedRanking ranges = now(readers.ranking(instance, readers::halfHours));
      if (all == null || life == null || ranges == null || counts.contains(null)) {
        checker.violated("no ranking although nothing is wrong", instance.machine().name());
      } else if (counts.stream().allMatch(count -> count.tail().equals(Tally.ZERO))) {
        checkRankings(counts, all, life, ranges, checker);
      }
    }
  }

  private static void checkRankings(
      List<Count> counts,
      ObservedRanking all,
      ObservedRanking life,
      ObservedRanking ranges,
      Checker checker) {
    Tally sum = Tally.ZERO;
    for (Count count : counts) {
      sum = sum.plus(count.total());
      if (!count.total().equals(all.of(count.counter()))
          || !count.total().equals(life.of(count.counter()))) {
        checker.violated("a ranking has another count", count + ", not " + all + ", " + life);
      }
    }
    if (!all.ranking().sum().equals(sum) || !Readers.sum(ranges.ranges()).equals(sum)) {
      checker.violated("ranges do not sum to the total", ranges + ", not " + sum);
    }
  }

  private static void checkSum(List<WindowCount> windows, Count count, Checker checker) {
    if (windows == null || !Readers.sum(windows).equals(count.total())) {
      checker.violated("windows do not sum to the total", windows + " and " + count);
    }
  }

  /**
   * Counts the rows again, by one instance; collection may have it try more than once, and one that
   * has hardly any room cannot.
   */
  void checkRecount(CounterName counter, Checker checker, Recounts recounts) {
    RecountReport report = null;
    long began = world.now();
    for (int i = 0; i < RECOUNTS && report == null; i++) {
      List<Instance> joined = fleet.joined();
      if (joined.isEmpty()) {
        world.timeline().runUntil(world.now() + 2 * SeededRandom.SECOND);
      } else {
        began = world.now();
        report = now(world.random().pick(joined).recount(counter), TICKS_OF_A_RECOUNT);
      }
    }
    if (report == null) {
      checker.violated("no recount although nothing is wrong", counter.name());
    } else {
      recounts.check(scenario.settings(counter), report, scenario.ends(), began);
    }
  }

  /** Exactly what was acknowledged, and perhaps some of what nobody knows about. */
  void checkBulk(CounterName counter, Checker checker) {
    Tally total = agreed(counter, checker);
    BigInteger certain = BigInteger.ZERO;
    long events = 0;
    Set<UUID> acknowledged = new HashSet<>();
    for (History.Bulk sent : history.bulk) {
      if (sent.counter.equals(counter) && sent.isAcknowledged()) {
        certain = certain.add(BigInteger.valueOf(sent.sum));
        events += sent.events;
        acknowledged.addAll(sent.rows);
      }
    }
    List<EventRow> doubtful = new ArrayList<>();
    BigInteger inRows = BigInteger.ZERO;
    long eventsInRows = 0;
    for (StoredRow found : stored.of(counter)) {
      EventRow row = found.row();
      if (acknowledged.contains(row.at())) {
        inRows = inRows.add(BigInteger.valueOf(row.delta()));
        eventsInRows += row.events();
      } else {
        doubtful.add(row);
      }
    }
    if (eventsInRows < events || (eventsInRows == events && !inRows.equals(certain))) {
      checker.violated("acknowledged rows are not what was sent", counter.name());
    }
    // A row may hold what several clients sent, of whom only some lived to hear of it.
    certain = inRows;
    events = eventsInRows;
    BigInteger more = total.count().subtract(certain);
    long moreEvents = total.events() - events;
    boolean explained =
        doubtful.size() > SUBSETS ? moreEvents >= 0 : isSum(more, moreEvents, doubtful, 0);
    if (!explained) {
      checker.violated(
          "the total is not what was acknowledged, with some of what is unknown",
          counter.name() + ": " + more + " in " + moreEvents + " events from " + doubtful);
    }
  }

  /** What stands in the end, the same everywhere: as for any read. */
  void checkStated(CounterName counter, Checker checker) {
    Tally total = agreed(counter, checker);
    String wrong = history.wrong(counter, total, world.now(), world.now());
    if (wrong != null) {
      checker.violated("not the sum of what stands", wrong + " in " + total);
    }
    if (!scenario.collects()) {
      Tally replayed = Statements.replayed(stored.of(counter), history.acknowledgedRows(counter));
      if (replayed != null && !replayed.equals(total)) {
        checker.violated("not what comes of its rows in event order", replayed + ", but " + total);
      }
    }
  }

  /** Between what comes of the acknowledged rows, and of all; with none in doubt, just that. */
  void checkRepeated(CounterName counter, Checker checker) {
    Tally total = agreed(counter, checker);
    Set<UUID> acknowledged = history.acknowledgedRows(counter);
    List<Repetitions.Row> certain = new ArrayList<>();
    List<Repetitions.Row> all = new ArrayList<>();
    for (StoredRow found : stored.of(counter)) {
      EventRow row = found.row();
      Repetitions.Row repetition = Repetitions.Row.of(row);
      all.add(repetition);
      if (acknowledged.contains(row.at())) {
        certain.add(repetition);
      }
    }
    Repetitions.Bounds bounds = Repetitions.counted(certain, all);
    if (certain.size() != acknowledged.size()) {
      checker.violated("acknowledged rows are not stored", counter.name());
    }
    boolean sum = total.count().equals(BigInteger.valueOf(total.events()));
    if (!sum || !bounds.allow(total.events())) {
      checker.violated("repeated ids are not what they come to", bounds + ", not " + total);
    }
  }

  private static boolean isSum(BigInteger sum, long events, List<EventRow> rows, int from) {
    if (sum.signum() == 0 && events == 0) {
      return true;
    }
    if (from == rows.size() || events < 0) {
      return false;
    }
    EventRow row = rows.get(from);
    return isSum(sum, events, rows, from + 1)
        || isSum(
            sum.subtract(BigInteger.valueOf(row.delta())), events - row.events(), rows, from + 1);
  }
}
