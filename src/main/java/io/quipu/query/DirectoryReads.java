package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.page.EventPartition;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventDirectory.Hour;
import io.quipu.time.BoundedConcurrency;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which event partitions exist, part by part. Confined to one context.
 *
 * <p>Invariant: an answer comes from queries that began after the question. All who ask about a
 * part before its next queries begin share them; nobody joins those under way, which may have begun
 * before an event was acknowledged that he must see.
 */
public final class DirectoryReads {
  private static final int HOURS_AT_ONCE = 8;

  /** Partitions of a part that are remembered, to be guessed. */
  private static final int MOST_KNOWN = 64;

  private final EventDirectory directory;
  private final Executor context;
  private final Map<Integer, Part> parts = new HashMap<>();

  /**
   * @param directory completes on the context
   * @param context executes after what is executing now: questions of one turn share their queries
   */
  public DirectoryReads(EventDirectory directory, Executor context) {
    this.directory = directory;
    this.context = context;
  }

  /**
   * The partitions of a part that are named now and may hold rows at or after {@code from}, without
   * an upper bound. Fails with the store unavailable.
   */
  public CompletionStage<NavigableSet<EventPartition>> named(int part, EventTime from) {
    EventPartition first = firstOf(from);
    return part(part).board(first).thenApply(found -> found.tailSet(first, true));
  }

  /** The same as far as it was known lately: some may be missing, and some be gone. */
  NavigableSet<EventPartition> known(int part, EventTime from) {
    return part(part).known.tailSet(firstOf(from), true);
  }

  private static EventPartition firstOf(EventTime from) {
    return new EventPartition(0, EventPartition.bucketOf(from), 0);
  }

  private Part part(int part) {
    return parts.computeIfAbsent(part, Part::new);
  }

  /** Queries that begin later, for all who have asked by then. */
  private static final class Flight {
    final CompletableFuture<NavigableSet<EventPartition>> answer = new CompletableFuture<>();
    EventPartition first;

    Flight(EventPartition first) {
      this.first = first;
    }
  }

  private final class Part {
    final NavigableSet<EventPartition> known = new TreeSet<>();
    private final int part;
    private @Nullable Flight next;
    private boolean flying;

    Part(int part) {
      this.part = part;
    }

    CompletionStage<NavigableSet<EventPartition>> board(EventPartition first) {
      Flight flight = next;
      if (flight == null) {
        flight = new Flight(first);
        next = flight;
        if (!flying) {
          context.execute(this::takeOff);
        }
      } else if (first.compareTo(flight.first) < 0) {
        flight.first = first;
      }
      return flight.answer;
    }

    private void takeOff() {
      Flight flight = next;
      if (flight == null) {
        return;
      }
      next = null;
      flying = true;
      CompletableFuture.completedStage(flight.first)
          .thenCompose(this::read)
          .whenComplete(
              (found, failure) -> {
                flying = false;
                takeOff();
                if (failure == null) {
                  flight.answer.complete(found);
                } else {
                  flight.answer.completeExceptionally(failure);
                }
              });
    }

    /** Hours that are known from before are read at once, the others when they have been found. */
    private CompletionStage<NavigableSet<EventPartition>> read(EventPartition first) {
      NavigableSet<EventPartition> found = new TreeSet<>();
      Set<Long> guessed =
          known.tailSet(first, true).stream()
              .map(EventPartition::hour)
              .collect(Collectors.toCollection(TreeSet::new));
      CompletionStage<Void> ofGuessed = partitions(guessed, first, found);
      return directory
          .hours(part, first.hour())
          .thenCombine(ofGuessed, (hours, done) -> hours)
          .thenCompose(
              hours -> {
                Set<Hour> ofRetentions = new TreeSet<>(hours);
                return partitions(others(hours, guessed), first, found)
                    .thenAccept(done -> found.removeIf(some -> !Hour.isNamed(some, ofRetentions)));
              })
          .thenApply(done -> learned(first, found));
    }

    private Set<Long> others(List<Hour> hours, Set<Long> guessed) {
      return hours.stream()
          .map(Hour::start)
          .filter(hour -> !guessed.contains(hour))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private CompletionStage<Void> partitions(
        Collection<Long> hours, EventPartition first, NavigableSet<EventPartition> found) {
      return BoundedConcurrency.forEach(
          HOURS_AT_ONCE,
          hours,
          hour ->
              directory
                  .partitions(part, hour, Math.max(hour, first.bucket()))
                  .thenAccept(found::addAll));
    }

    private NavigableSet<EventPartition> learned(
        EventPartition first, NavigableSet<EventPartition> found) {
      known.tailSet(first, true).clear();
      known.addAll(found);
      while (known.size() > MOST_KNOWN) {
        known.pollFirst();
      }
      return found;
    }
  }
}
