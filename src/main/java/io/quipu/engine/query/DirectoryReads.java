package io.quipu.engine.query;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which event partitions exist, part by part. Confined to one context.
 *
 * <p>Invariant: an answer comes from queries that began after the question. All who ask about a
 * part before its next queries begin share them; nobody joins those under way, which may have begun
 * before an event was acknowledged that he must see.
 */
public final class DirectoryReads {
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
    return CurrentSpan.keeping(part(part).board(first))
        .thenApply(found -> found.tailSet(first, true));
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

    /** That of the first who asked. */
    final Span work = CurrentSpan.get();

    EventPartition first;

    Flight(EventPartition first) {
      this.first = first;
    }
  }

  private final class Part {
    final NavigableSet<EventPartition> known = new TreeSet<>();
    private final NamedPartitions named;
    private @Nullable Flight next;
    private boolean flying;

    Part(int part) {
      this.named = new NamedPartitions(directory, part);
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
      if (CurrentSpan.isUsed()) {
        CurrentSpan.run(flight.work, () -> fly(flight));
      } else {
        fly(flight);
      }
    }

    private void fly(Flight flight) {
      CompletableFuture.completedStage(flight.first)
          .thenCompose(first -> named.all(first.start()).thenApply(found -> learned(first, found)))
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
