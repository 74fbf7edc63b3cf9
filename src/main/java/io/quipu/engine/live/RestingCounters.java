package io.quipu.engine.live;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * The watched counters that need no read, because they cannot have changed since their last read.
 * An event that is acknowledged after a read lies at or after the horizon that was known before the
 * read. The partition of the event is named before the acknowledgement. So a counter rests until a
 * part of the counter has a partition that ends after that horizon. Each part is looked up once a
 * poll period, for all resting counters together. Confined to one context.
 */
final class RestingCounters {
  private static final int PARTS_AT_ONCE = 64;

  private final DirectoryReads directory;
  private final Layout layout;
  private final Periodic rounds;
  private final Map<CounterName, Rest> resting = new HashMap<>();
  private EventTime horizon = EventTime.MIN;

  private record Rest(KnownCounter counter, EventTime since, Runnable over) {}

  /**
   * @param directory completes on the scheduler's context
   * @param poll the pause between two looks
   */
  RestingCounters(EventDirectory directory, Layout layout, Scheduler scheduler, Duration poll) {
    this.directory = new DirectoryReads(directory, scheduler);
    this.layout = layout;
    this.rounds = new Periodic(scheduler, poll, this::look);
  }

  void start() {
    rounds.start();
  }

  void stop() {
    rounds.stop();
    resting.clear();
  }

  /** Takes an announced horizon. */
  void onHorizon(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
  }

  /**
   * The latest known horizon; {@link EventTime#MIN} if none is known. To be taken before a counter
   * is read.
   */
  EventTime horizon() {
    return horizon;
  }

  /**
   * Lets a counter rest until the counter may have changed, or until {@link #wake}.
   *
   * @param since the horizon that was known before the counter was read
   * @param over notified once, when the counter may have changed; not after {@link #wake}
   * @return false if no horizon is known, so that the counter must be read
   */
  boolean rest(KnownCounter counter, EventTime since, Runnable over) {
    if (since.equals(EventTime.MIN)) {
      return false;
    }
    resting.put(counter.name(), new Rest(counter, since, over));
    return true;
  }

  /** Ends the rest of a counter, and does not notify. */
  void wake(CounterName counter) {
    resting.remove(counter);
  }

  private CompletionStage<?> look() {
    Map<Integer, List<Rest>> byPart = new TreeMap<>();
    for (Rest rest : resting.values()) {
      for (Integer page : layout.pagesOf(rest.counter.name(), rest.counter.shards())) {
        byPart.computeIfAbsent(layout.part(page), any -> new ArrayList<>()).add(rest);
      }
    }
    return BoundedConcurrency.forEach(
        PARTS_AT_ONCE, byPart.entrySet(), part -> look(part.getKey(), part.getValue()));
  }

  /**
   * Looks a part up. If the directory fails, ends the rest of the part's counters, so that they are
   * read.
   */
  private CompletionStage<?> look(int part, List<Rest> some) {
    EventTime first =
        some.stream().map(Rest::since).min(EventTime::compareTo).orElse(EventTime.MAX);
    return directory
        .named(part, first)
        .handle((named, failure) -> failure == null ? endOf(named) : EventTime.MAX)
        .thenAccept(end -> some.forEach(rest -> endIfDue(rest, end)));
  }

  private static EventTime endOf(NavigableSet<EventPartition> named) {
    return named.isEmpty() ? EventTime.MIN : named.last().end();
  }

  private void endIfDue(Rest rest, EventTime end) {
    if (end.isAfter(rest.since) && resting.remove(rest.counter.name(), rest)) {
      rest.over.run();
    }
  }
}
