package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
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
import java.util.stream.Stream;

/** Which events of a tagged counter resets have taken away, as far as its clients can know. */
final class ResetTimes {
  private final List<Sending> sent;
  private final Map<Integer, List<StoredRow>> byDigit = new HashMap<>();
  private final List<StoredRow> resets = new ArrayList<>();
  private final List<StoredRow> rows;

  ResetTimes(CounterName counter, History history, Cluster cluster) {
    sent = history.resets(counter);
    rows = sent.isEmpty() ? List.of() : new StoredRows(cluster).of(counter);
    for (StoredRow stored : rows) {
      EventRow row = stored.row();
      if (EventRow.isReset(row.events())) {
        resets.add(stored);
      } else {
        for (Integer digit : ObservedCount.tags(Tally.of(row.delta(), row.events()))) {
          byDigit.computeIfAbsent(digit, any -> new ArrayList<>()).add(stored);
        }
      }
    }
  }

  /** Whether a count may have a digit: some row of it lies after what certainly was reset. */
  boolean mayHave(int digit, ObservedCount read) {
    EventTime certain =
        sent.stream()
            .filter(reset -> reset.acknowledgedAt < read.began())
            .map(reset -> EventTime.of(reset.row()))
            .max(EventTime::compareTo)
            .orElse(EventTime.MIN);
    return sent.isEmpty()
        || byDigit.getOrDefault(digit, List.of()).stream()
            .anyMatch(stored -> !EventTime.of(stored.row().at()).isBefore(certain));
  }

  /**
   * Whether a count that was answered at {@code time} may lack all of an item: some reset that was
   * sent by then takes it away, and was not acknowledged before the item was first sent.
   */
  boolean mayLack(Item item, long time) {
    long first = item.attempts().stream().mapToLong(attempt -> attempt.sent).min().orElse(0);
    return rows(item)
        .anyMatch(
            row ->
                resetsAfter(row)
                    .anyMatch(
                        reset ->
                            sendings(reset)
                                .allMatch(one -> one.sent < time && one.acknowledgedAt >= first)));
  }

  /**
   * Whether an item that was sent once stays away, if some read that was answered at {@code time}
   * lacks it: everybody was told of the resets that may have done that.
   */
  boolean staysAway(Item item, long time) {
    List<StoredRow> of = rows(item).toList();
    return item.attempts().size() == 1
        && of.size() == 1
        && mayLack(item, time)
        && resetsAfter(of.get(0)).allMatch(reset -> sendings(reset).findAny().isPresent());
  }

  private Stream<StoredRow> rows(Item item) {
    return item.attempts().stream()
        .flatMap(attempt -> byDigit.getOrDefault(attempt.digit, List.of()).stream());
  }

  /** Those that take a row away. */
  private Stream<StoredRow> resetsAfter(StoredRow row) {
    return resets.stream()
        .filter(reset -> reset.page() == row.page())
        .filter(reset -> row.row().at().timestamp() < reset.row().at().timestamp());
  }

  /** Its sending, if that was acknowledged. */
  private Stream<Sending> sendings(StoredRow reset) {
    return sent.stream().filter(one -> reset.row().at().equals(one.row()));
  }

  /**
   * What all rows come to in event order, with all ids remembered.
   *
   * @return null if there are any that nobody acknowledged
   */
  Tally replayed(Set<UUID> acknowledged) {
    Tally total = Tally.ZERO;
    for (Integer page : new HashSet<>(rows.stream().map(StoredRow::page).toList())) {
      List<EventRow> ofPage =
          rows.stream()
              .filter(stored -> stored.page() == page)
              .map(StoredRow::row)
              .sorted(
                  Comparator.<EventRow>comparingLong(row -> row.at().timestamp())
                      .thenComparing(EventRow::events))
              .toList();
      if (ofPage.stream().anyMatch(row -> !acknowledged.contains(row.at()))) {
        return null;
      }
      total = total.plus(replayed(ofPage));
    }
    return total;
  }

  private static Tally replayed(List<EventRow> rows) {
    Set<String> ids = new HashSet<>();
    Tally since = Tally.ZERO;
    for (EventRow row : rows) {
      if (EventRow.isReset(row.events())) {
        since = Tally.ZERO;
      } else if (row.id() == null || ids.add(row.id())) {
        since = since.plus(Tally.of(row.delta(), row.events()));
      }
    }
    return since;
  }
}
