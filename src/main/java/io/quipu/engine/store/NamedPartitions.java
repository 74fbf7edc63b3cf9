package io.quipu.engine.store;

import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventDirectory.Listing;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Finds the event partitions of a part. One look at the directory is enough if all hours are
 * remembered from the last look. Other hours take more looks. Confined to one context.
 *
 * <p>Invariant: every event acknowledged before the question is found. Every look begins after the
 * question, and decides by itself which partitions are found. The remembered hours only tell which
 * hours the first look reads.
 */
public final class NamedPartitions {
  /** The maximum number of hours that one look reads, and that are remembered. */
  private static final int HOURS_AT_ONCE = 8;

  /**
   * The maximum number of hours of one {@link #next}. A part that is far behind needs several
   * calls.
   */
  private static final int HOURS_OF_STEP = 4;

  private final EventDirectory directory;
  private final int part;
  private final NavigableSet<Long> known = new TreeSet<>();

  /**
   * Partitions that may hold rows.
   *
   * @param until the partitions are complete up to this point, exclusive
   */
  public record Found(NavigableSet<EventPartition> partitions, EventTime until) {}

  /**
   * @param directory a directory that completes its stages on the context
   */
  public NamedPartitions(EventDirectory directory, int part) {
    this.directory = directory;
    this.part = part;
  }

  /**
   * Finds all partitions from {@code from} on, without an upper bound. Fails with the store
   * unavailable.
   */
  public CompletionStage<NavigableSet<EventPartition>> all(EventTime from) {
    return read(from, EventTime.MAX, Integer.MAX_VALUE).thenApply(Found::partitions);
  }

  /**
   * Finds the partitions of the next few named hours between two points in event time, and possibly
   * later partitions of the last hour. The result is complete up to {@code before}, or up to an
   * earlier point if there are too many hours. Fails with the store unavailable.
   */
  public CompletionStage<Found> next(EventTime from, EventTime before) {
    return read(from, before, HOURS_OF_STEP);
  }

  private CompletionStage<Found> read(EventTime from, EventTime before, int most) {
    long first = EventPartition.bucketOf(from);
    NavigableSet<EventPartition> found = new TreeSet<>();
    List<Long> guess =
        before(known.tailSet(EventPartition.hourOf(from), true), before).stream()
            .limit(most)
            .toList();
    return directory
        .look(part, guess, first)
        .thenCompose(
            listing -> {
              found.addAll(listing.findable());
              List<Long> hours = before(learned(from, listing), before);
              boolean all = hours.size() <= most;
              EventTime until = all ? before : EventTime.ofEpochSecond(hours.get(most));
              List<Long> others =
                  hours.stream().limit(most).filter(hour -> !guess.contains(hour)).toList();
              return BoundedConcurrency.forEach(
                      1,
                      BoundedConcurrency.chunks(others, HOURS_AT_ONCE),
                      some ->
                          directory
                              .look(part, some, Math.max(first, some.get(0)))
                              .thenAccept(more -> found.addAll(more.findable())))
                  .thenApply(done -> new Found(found, until));
            });
  }

  private static List<Long> before(NavigableSet<Long> hours, EventTime before) {
    return hours.stream().filter(hour -> EventTime.ofEpochSecond(hour).isBefore(before)).toList();
  }

  private NavigableSet<Long> learned(EventTime from, Listing listing) {
    NavigableSet<Long> hours =
        listing.hours().stream().map(Hour::start).collect(Collectors.toCollection(TreeSet::new));
    known.tailSet(EventPartition.hourOf(from), true).clear();
    hours.stream().limit(HOURS_AT_ONCE).forEach(known::add);
    while (known.size() > HOURS_AT_ONCE) {
      known.pollFirst();
    }
    return hours;
  }
}
