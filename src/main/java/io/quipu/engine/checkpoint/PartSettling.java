package io.quipu.engine.checkpoint;

import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Settles the pages of one part that this process owns. A look finds the partitions for these pages
 * together, and then begins a turn of each page. The look does not wait for the turns, so a page
 * that is slow or fails does not delay the next look. Confined to one context; looks must not
 * overlap.
 */
final class PartSettling {
  /** The time between two looks at an idle part. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** Up to so many ticks behind the horizon, pages share one search for partitions. */
  private static final long NEAR = EventPartition.HOUR_SECONDS * EventTime.TICKS_PER_SECOND;

  private static final int LOOKS_AT_ONCE = 2;

  private final NamedPartitions partitions;
  private final IntFunction<PageTurns> make;
  private final Clock clock;
  private final Runnable turned;
  private final Map<Integer, PageTurns> pages = new TreeMap<>();
  private EventTime reached = EventTime.MIN;
  private long nextLook;

  /**
   * @param make makes the turns of a page
   * @param turned runs when {@link PageTurns#settle} has ended for a page, because a caller may
   *     wait for rows that came meanwhile
   */
  PartSettling(
      EventDirectory directory,
      int part,
      IntFunction<PageTurns> make,
      Clock clock,
      Runnable turned) {
    this.partitions = new NamedPartitions(directory, part);
    this.make = make;
    this.clock = clock;
    this.turned = turned;
    this.nextLook = clock.monotonicNanos();
  }

  /** Sets the pages of the part that this process settles from now on. */
  void own(Collection<Integer> own) {
    pages
        .entrySet()
        .removeIf(
            page -> {
              boolean lost = !own.contains(page.getKey());
              if (lost) {
                page.getValue().leave();
              }
              return lost;
            });
    for (Integer page : own) {
      if (!pages.containsKey(page)) {
        pages.put(page, make.apply(page));
        nextLook = clock.monotonicNanos();
      }
    }
  }

  /** Tells whether a free page is to be settled up to this horizon without delay. */
  boolean isWanted(EventTime horizon) {
    return pages.values().stream().anyMatch(page -> page.isFree() && page.isWanted(horizon));
  }

  /** Tells whether a caller waits for rows of a free page below this horizon. */
  boolean isAwaited(EventTime horizon) {
    return pages.values().stream().anyMatch(page -> page.isFree() && page.isAwaited(horizon));
  }

  /** The earliest possible time of an unsettled event; {@code EventTime.MAX} if none was found. */
  EventTime unsettledFrom() {
    return pages.values().stream()
        .map(PageTurns::unsettledFrom)
        .min(EventTime::compareTo)
        .orElse(EventTime.MAX);
  }

  /** The turns of a page; null if this process does not own the page. */
  @Nullable PageTurns page(int page) {
    return pages.get(page);
  }

  /**
   * Looks once for partitions if there is a reason, and begins the turns of the free pages. Does
   * not wait for the turns. Fails with the store unavailable if the look failed.
   */
  CompletionStage<Void> look(WriterView view) {
    EventTime horizon = view.horizon();
    List<PageTurns> unknown = new ArrayList<>();
    List<PageTurns> known = new ArrayList<>();
    boolean wanted = false;
    boolean awaited = false;
    for (PageTurns page : pages.values()) {
      if (page.isFree()) {
        (page.header() == null ? unknown : known).add(page);
        wanted |= page.isWanted(horizon);
        awaited |= page.isAwaited(horizon);
      }
    }
    boolean due = wanted || clock.monotonicNanos() - nextLook >= 0;
    // A caller may have begun to wait for rows below the horizon of an earlier look.
    boolean looks = !known.isEmpty() && due && (awaited || horizon.isAfter(reached));
    CompletionStage<Void> looked =
        looks ? look(known, horizon, view.origin()) : CompletableFuture.completedStage(null);
    // After the look has begun, because a look sets when the next look is due. Only the next look
    // takes in pages whose headers are read here, so again() makes the next look due at once.
    unknown.forEach(page -> page.prepare().thenRun(() -> again(page.header() != null)));
    return looked;
  }

  /** Looks for each group of pages. A page far behind has its own group, to delay no other page. */
  private CompletionStage<Void> look(List<PageTurns> known, EventTime horizon, EventTime origin) {
    List<List<PageTurns>> groups = new ArrayList<>();
    List<PageTurns> near = new ArrayList<>();
    for (PageTurns page : known) {
      EventTime from = EventTime.max(untilOf(page), origin);
      if (horizon.ticks() - from.ticks() <= NEAR) {
        near.add(page);
      } else {
        groups.add(List.of(page));
      }
    }
    if (!near.isEmpty()) {
      groups.add(near);
    }
    nextLook = clock.monotonicNanos() + IDLE.toNanos();
    reached = horizon;
    List<Throwable> failures = new ArrayList<>();
    return BoundedConcurrency.forEach(
            LOOKS_AT_ONCE,
            groups,
            pagesOfLook ->
                lookFor(pagesOfLook, horizon, origin)
                    .handle((done, failure) -> failure == null || failures.add(failure)))
        .thenCompose(
            done ->
                failures.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : CompletableFuture.failedStage(failures.get(0)));
  }

  private static EventTime untilOf(PageTurns page) {
    PageHeader header = page.header();
    return header == null ? EventTime.MAX : header.until();
  }

  private CompletionStage<Void> lookFor(List<PageTurns> some, EventTime horizon, EventTime origin) {
    EventTime from =
        some.stream().map(PartSettling::untilOf).min(EventTime::compareTo).orElse(origin);
    return partitions
        .next(EventTime.max(from, origin), horizon)
        .whenComplete((due, failure) -> again(failure != null))
        .thenAccept(
            due -> {
              again(due.until().isBefore(horizon) || mayHaveRows(some, due.partitions()));
              List<EventPartition> found = List.copyOf(due.partitions());
              some.forEach(page -> page.settle(due.until(), found).thenRun(turned));
            });
  }

  private static boolean mayHaveRows(List<PageTurns> some, Collection<EventPartition> partitions) {
    EventTime from =
        some.stream().map(PageTurns::readFrom).min(EventTime::compareTo).orElse(EventTime.MAX);
    return partitions.stream().anyMatch(partition -> partition.end().isAfter(from));
  }

  private void again(boolean soon) {
    if (soon) {
      nextLook = clock.monotonicNanos();
      reached = EventTime.MIN;
    }
  }
}
