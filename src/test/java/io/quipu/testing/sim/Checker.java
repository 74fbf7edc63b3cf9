package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import io.quipu.testing.sim.History.ObservedWindows;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Holds what clients saw against what they may see (G1 to G4). */
final class Checker {
  private final Scenario scenario;
  private final History history;
  private final Cluster cluster;
  private final List<String> violations = new ArrayList<>();

  Checker(Scenario scenario, History history, Cluster cluster) {
    this.scenario = scenario;
    this.history = history;
    this.cluster = cluster;
  }

  List<String> violations() {
    return violations;
  }

  void violated(String rule, Object what) {
    violations.add(rule + ": " + what);
  }

  /**
   * Every read of a counter, and each against the later ones.
   *
   * @param items what clients want it to count
   * @param end what was counted in the end; null if that is not known, as the counter was deleted
   */
  void checkReads(CounterName counter, List<Item> items, @Nullable Set<Integer> end) {
    List<ObservedCount> reads = reads(counter);
    List<Set<Integer>> tags = new ArrayList<>();
    ResetTimes resets = new ResetTimes(counter, history, cluster);
    for (ObservedCount read : reads) {
      Set<Integer> counted = new HashSet<>(ObservedCount.tags(read.total()));
      checkBounds(items, read, resets, item -> item.acknowledgedAt() < read.began());
      for (Item item : items) {
        if (!countedAs(item, counted).stream().allMatch(digit -> resets.mayHave(digit, read))) {
          violated("an event from before a reset is in a later read", item + " in " + read);
        }
      }
      tags.add(counted);
    }
    for (Item item : items) {
      checkStays(item, reads, tags, end == null ? Set.of() : end, resets);
    }
    if (end == null) {
      return;
    }
    Tally replayed = resets.replayed(history.acknowledgedRows(counter));
    if (!history.resets(counter).isEmpty()
        && replayed != null
        && !Set.copyOf(ObservedCount.tags(replayed)).equals(end)) {
      violated("not what comes of its rows in event order", replayed + ", but " + end);
    }
  }

  private List<ObservedCount> reads(CounterName counter) {
    return history.reads.stream()
        .filter(read -> read.counter().equals(counter))
        .sorted(Comparator.comparingLong(ObservedCount::ended))
        .toList();
  }

  /**
   * Each ranking has of a counter what was acknowledged before the point up to which it says to be,
   * and nothing that nobody sent.
   */
  void checkRankings(CounterName counter, List<Item> items) {
    ResetTimes resets = new ResetTimes(counter, history, cluster);
    for (History.ObservedRanking ranking : history.rankings) {
      if (ranking.ranking().ranges().size() > 1) {
        continue; // the last range is not all
      }
      EventTime asOf = ranking.ranking().asOf();
      ObservedCount read =
          new ObservedCount(
              counter, ranking.by(), ranking.began(), ranking.ended(), ranking.of(counter), null);
      checkBounds(items, read, resets, item -> item.isAcknowledgedBefore(asOf));
    }
  }

  /**
   * @param due tells whether an item must be in the read
   */
  private void checkBounds(
      List<Item> items, ObservedCount read, ResetTimes resets, Predicate<Item> due) {
    Set<Integer> tags = new HashSet<>(ObservedCount.tags(read.total()));
    long events = tags.stream().mapToLong(Item::events).sum();
    if (events != read.total().events() || tags.contains(Item.DIGITS)) {
      violated("an event is counted twice, or a sum is wrong", read);
    }
    Set<Integer> unexplained = new HashSet<>(tags);
    for (Item item : items) {
      List<Integer> counted = countedAs(item, tags);
      if (counted.size() > 1) {
        violated("an id is counted under two deltas", item + " in " + read);
      }
      if (counted.isEmpty() && due.test(item) && !resets.mayLack(item, read.ended())) {
        violated("an acknowledged event is not in a later read", item + " not in " + read);
      }
      if (counted.stream().allMatch(digit -> item.mayCount(digit, read.ended()))) {
        unexplained.removeAll(counted);
      }
    }
    if (!unexplained.isEmpty()) {
      violated("counted what nobody sent, or what was refused", unexplained + " in " + read);
    }
  }

  private static List<Integer> countedAs(Item item, Set<Integer> tags) {
    return item.attempts().stream()
        .map(attempt -> attempt.digit)
        .distinct()
        .filter(tags::contains)
        .toList();
  }

  /** G4, with its one exception: an event that nobody acknowledged may disappear. */
  private void checkStays(
      Item item,
      List<ObservedCount> reads,
      List<Set<Integer>> tags,
      Set<Integer> end,
      ResetTimes resets) {
    boolean inTheEnd = !countedAs(item, end).isEmpty();
    boolean once = item.attempts().size() == 1;
    ObservedCount first = null;
    ObservedCount reset = null;
    for (int i = 0; i < reads.size(); i++) {
      ObservedCount read = reads.get(i);
      boolean counted = !countedAs(item, tags.get(i)).isEmpty();
      if (counted && first == null) {
        first = read;
      }
      boolean mayVanish =
          (item.acknowledgedAt() >= read.began() && !(inTheEnd && once))
              || resets.mayLack(item, read.ended());
      if (!counted && first != null && first.ended() < read.began() && !mayVanish) {
        violated("a count went back", item + " in " + first + " but not in " + read);
        return;
      }
      if (counted && reset != null && reset.ended() < read.began()) {
        violated("a reset was undone", item + " not in " + reset + " but in " + read);
        return;
      }
      if (!counted
          && reset == null
          && item.acknowledgedAt() < read.began()
          && resets.staysAway(item, read.ended())) {
        reset = read;
      }
    }
  }

  /**
   * Every read of a counter whose ids are soon forgotten: what comes of the rows that were
   * acknowledged before it began, with any of those that were sent before it ended, or of which
   * nobody knows when.
   */
  void checkRepeatedReads(CounterName counter) {
    List<History.Repetition> sent = history.repetitions(counter);
    List<EventRow> stored =
        new StoredRows(cluster).of(counter).stream().map(StoredRow::row).toList();
    Map<UUID, Long> sentAt = new HashMap<>();
    sent.forEach(one -> sentAt.put(one.row(), one.sent));
    for (ObservedCount read : reads(counter)) {
      List<Repetitions.Row> certain = new ArrayList<>();
      for (History.Repetition one : sent) {
        if (one.acknowledgedAt < read.began()) {
          certain.add(new Repetitions.Row(one.id, EventTime.of(one.row()), one.window));
        }
      }
      List<Repetitions.Row> possible =
          stored.stream()
              .filter(row -> sentAt.getOrDefault(row.at(), 0L) < read.ended())
              .map(Repetitions.Row::of)
              .toList();
      Repetitions.Bounds bounds = Repetitions.counted(certain, possible);
      if (!bounds.allow(read.total().events())) {
        violated("repeated ids count too little or too much", bounds + " " + read);
      }
    }
  }

  /** Of every actor, what stands was stated, and nothing above it was acknowledged before. */
  void checkStatedReads(CounterName counter) {
    for (ObservedCount read : reads(counter)) {
      String wrong = history.wrong(counter, read.total(), read.began(), read.ended());
      if (wrong != null) {
        violated("not the sum of what stands", wrong + " in " + read);
      }
    }
  }

  /** What is settled never changes, and every read sees all that a quorum has of it. */
  void checkSettled(CounterName counter) {
    List<Integer> pages = scenario.pages(counter);
    Map<EventTime, Tally> known = new HashMap<>();
    for (ObservedCount read : reads(counter)) {
      if (read.count() == null) {
        continue;
      }
      Tally before = known.putIfAbsent(read.count().until(), read.count().settled());
      if (pages.size() == 1 && before != null && !before.equals(read.count().settled())) {
        violated("two totals at one checkpoint", before + " and " + read);
      }
      EventTime settled =
          pages.stream()
              .map(page -> cluster.settledBefore(page, read.began()))
              .min(EventTime::compareTo)
              .orElse(EventTime.MIN);
      if (read.count().until().isBefore(settled)) {
        violated("a read missed a checkpoint", settled + " in " + read);
      }
    }
  }

  /** A window that was said to be settled stays as it is, in every later answer, to the event. */
  void checkWindows(CounterName counter) {
    Map<TimeRange, Tally> settled = new HashMap<>();
    Map<TimeRange, ObservedWindows> by = new HashMap<>();
    for (ObservedWindows read : history.windows) {
      if (!read.counter().equals(counter)) {
        continue;
      }
      for (WindowCount found : read.windows()) {
        ObservedWindows before = by.get(found.window());
        if (before == null) {
          if (found.settled()) {
            settled.put(found.window(), found.tally());
            by.put(found.window(), read);
          }
        } else if (found.settled() || before.ended() < read.began()) {
          checkSame(found, settled.get(found.window()), before, read);
        }
      }
    }
  }

  private void checkSame(
      WindowCount found, Tally settled, ObservedWindows before, ObservedWindows read) {
    if (!found.tally().equals(settled)) {
      violated(
          "a settled window changed",
          String.format(
              "%s of %s was %s by %s until %.6f and is %s by %s from %.6f",
              found.window(),
              read.counter().name(),
              settled,
              before.by(),
              (double) before.ended() / 1e9,
              found,
              read.by(),
              (double) read.began() / 1e9));
    }
  }
}
