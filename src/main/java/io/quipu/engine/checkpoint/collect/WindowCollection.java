package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Deletes the windows that have {@linkplain Keep ended}, by period. Confined to one context. Calls
 * of {@link #step} must not overlap.
 *
 * <p>Invariant: a window is deleted only after {@link Layout#collectionWait}, and only if its page
 * was settled so far before the wait that no reader shows the window who knows that. Every read
 * that begins during the wait knows it, because the header was read serially, so a quorum has it.
 * Nothing is written into these windows any more that a reader could miss: an event of so old a
 * time is not recorded, and what is settled late is not shown.
 */
public final class WindowCollection {
  private static final int PAGES_AT_ONCE = 4;
  private static final int DELETIONS_AT_ONCE = 2;

  private final PageStore pages;
  private final ClosedWindows windows;
  private final Source source;
  private final Clock clock;
  private final CollectionMeters meters;
  private final DelayedDeletion<List<Due>> deletion;

  /**
   * Windows that are deleted when the wait is over: those that end after {@code from} and not after
   * {@code to}, in seconds of Unix time.
   */
  private record Due(int page, Created namespace, EndedWindows ended, long from, long to) {
    Stream<WindowPartition> partitions() {
      Granularity granularity = ended.granularity();
      return Stream.concat(
          Table.CLOSED.ended(page, granularity, Math.max(from, namespace.beforeRows()), to),
          Table.SUPPLEMENTS.ended(page, granularity, from, to));
    }
  }

  /**
   * Where windows to delete are looked for.
   *
   * @param namespaces finds those that keep some windows for a time only
   * @param pause the shortest time between two looks
   */
  public record Source(Supplier<CompletionStage<List<Created>>> namespaces, Duration pause) {
    /** No windows end. */
    public static final Source NONE =
        new Source(() -> CompletableFuture.completedStage(List.of()), Duration.ofDays(1));
  }

  public WindowCollection(
      Layout layout,
      PageStore pages,
      ClosedWindows windows,
      Source source,
      Clock clock,
      CollectionMeters meters) {
    this.pages = pages;
    this.windows = windows;
    this.source = source;
    this.clock = clock;
    this.meters = meters;
    this.deletion = new DelayedDeletion<>(clock, layout.collectionWait(), source.pause());
  }

  /**
   * Does what is due now: a look, deletions or nothing. Fails with the store unavailable; a later
   * look begins anew.
   *
   * @param own the pages of which this process deletes windows
   */
  public CompletionStage<Void> step(Collection<Integer> own) {
    return deletion.step(
        () ->
            source.namespaces.get().thenCompose(some -> some.isEmpty() ? done() : look(own, some)),
        this::delete);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  private CompletionStage<Void> look(Collection<Integer> own, List<Created> some) {
    List<Due> found = new ArrayList<>();
    return BoundedConcurrency.forEach(
            PAGES_AT_ONCE,
            List.copyOf(own),
            page ->
                pages
                    .readSerial(page, List.of())
                    .thenCombine(
                        windows.deleted(page),
                        (state, deleted) -> due(page, state.header().until(), some, deleted))
                    .thenAccept(found::addAll))
        .thenAccept(
            looked -> {
              if (!found.isEmpty()) {
                deletion.begin(found, clock.monotonicNanos());
              }
            });
  }

  private static List<Due> due(
      int page, EventTime until, List<Created> some, Map<EndedWindows, Long> deleted) {
    List<Due> found = new ArrayList<>();
    for (Created one : some) {
      Keep keep = Keep.of(one.namespace());
      long earliest = one.beforeEvents();
      for (String stored : one.namespace().storedNamesWithSeries()) {
        for (Granularity granularity : Granularity.values()) {
          EndedWindows ended = new EndedWindows(stored, granularity);
          long from = deleted.getOrDefault(ended, earliest);
          long to = keep.deletable(granularity, until).epochSecond();
          Due next = new Due(page, one, ended, from, to);
          if (next.partitions().findAny().isPresent()) {
            found.add(next);
          }
        }
      }
    }
    return found;
  }

  private CompletionStage<Void> delete(List<Due> some) {
    deletion.forget();
    return BoundedConcurrency.forEach(1, some, this::delete);
  }

  /** Notes what was deleted after the deletions, so that a failure in between repeats them. */
  private CompletionStage<Void> delete(Due some) {
    return BoundedConcurrency.forEach(
            DELETIONS_AT_ONCE,
            () -> some.partitions().iterator(),
            partition ->
                windows.delete(partition, some.ended().namespace()).thenAccept(this::requireGone))
        .thenCompose(
            gone ->
                windows
                    .noteDeleted(some.page(), some.ended(), some.to())
                    .thenAccept(WindowCollection::requireWritten));
  }

  private void requireGone(WriteOutcome outcome) {
    requireWritten(outcome);
    meters.ended.increment();
  }

  private static void requireWritten(WriteOutcome outcome) {
    outcome.require("ended windows could not be deleted");
  }
}
