package io.quipu.recount;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.page.EventPartition;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventDirectory.Hour;
import io.quipu.store.EventLog;
import io.quipu.store.ReadStores;
import io.quipu.time.BoundedConcurrency;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one counter on one page between two points, from all partitions there are. */
final class RetainedRows {
  /** Partitions that are read at once, a page of rows each. */
  static final int PARTITIONS_AT_ONCE = 8;

  private final EventDirectory directory;
  private final EventLog events;
  private final int part;
  private final int page;
  private final CounterName counter;
  private final RecountTurn.Recount turn;

  /** Receives rows, each with the partition where it was. */
  @FunctionalInterface
  interface Sink {
    void row(
        EventPartition partition, UUID at, long delta, int events, @Nullable String id, int window);
  }

  /**
   * @param turn tells whether anybody still waits
   */
  RetainedRows(
      ReadStores stores, int part, int page, CounterName counter, RecountTurn.Recount turn) {
    this.directory = stores.directory();
    this.events = stores.events();
    this.part = part;
    this.page = page;
    this.counter = counter;
    this.turn = turn;
  }

  /** Hands all rows in {@code [from, before)} to {@code sink}. */
  CompletionStage<Void> read(EventTime from, EventTime before, Sink sink) {
    return directory
        .hours(part, EventPartition.hourOf(from))
        .thenCompose(
            hours -> {
              Set<Hour> named = new TreeSet<>(hours);
              return BoundedConcurrency.forEach(
                  1, startsOf(named, before), hour -> read(hour, named, from, before, sink));
            });
  }

  private static Collection<Long> startsOf(Set<Hour> hours, EventTime before) {
    return hours.stream()
        .map(Hour::start)
        .filter(start -> EventTime.ofEpochSecond(start).isBefore(before))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private CompletionStage<Void> read(
      long hour, Set<Hour> named, EventTime from, EventTime before, Sink sink) {
    turn.mustBeWanted();
    return directory
        .partitions(part, hour, Math.max(hour, EventPartition.bucketOf(from)))
        .thenCompose(
            partitions ->
                read(
                    partitions.stream().filter(found -> Hour.isNamed(found, named)).toList(),
                    from,
                    before,
                    sink));
  }

  /** The same from partitions that are known. */
  CompletionStage<Void> read(
      Collection<EventPartition> partitions, EventTime from, EventTime before, Sink sink) {
    return BoundedConcurrency.forEach(
        PARTITIONS_AT_ONCE, partitions, partition -> read(partition, from, before, sink));
  }

  private CompletionStage<Void> read(
      EventPartition partition, EventTime from, EventTime before, Sink sink) {
    turn.mustBeWanted();
    return events.slice(
        partition,
        page,
        counter,
        from,
        before,
        (at, delta, coalesced, id, window) -> {
          turn.mustBeWanted();
          sink.row(partition, at, delta, coalesced, id, window);
        });
  }
}
