package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.NamespaceLife;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.model.WindowPartition.Table;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Deletes what deleted namespaces held, in units: of each page its states, windows and ids; of each
 * part the rows of events; at last names, and what kinds keep by counter. The settler of a page, or
 * of the first page of a part, does a unit. Two may do the same, which does no harm. Confined to
 * one context. Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: nothing is deleted that a reader or writer still uses. A page is touched only when
 * it was settled {@link Layout#collectionWait} and {@link #SLACK} past the deletion. By then no
 * process knows the namespace any more, no read of it is under way, and its last rows are settled.
 * What a process that was stopped meanwhile writes later is never seen: the stored name of a life
 * is never used again, and deletions cover all writes for good.
 */
public final class NamespaceErasure {
  /**
   * The time for which settings are cached, and an event may wait to be recorded, with a margin.
   */
  static final Duration SLACK = Duration.ofSeconds(15);

  private static final int DELETIONS_AT_ONCE = 2;

  private final Layout layout;
  private final CounterStores stores;
  private final Source source;
  private final Consumer<Integer> moveOn;
  private final Clock clock;
  private final CollectionMeters meters;
  private long nextLook;

  /**
   * The stores and erasers of a process.
   *
   * @param erasers of the kinds, by their labels
   * @param pause the shortest time between two looks
   */
  public record Source(
      NamespaceStore namespaces, Erasure erasure, Map<String, Eraser> erasers, Duration pause) {}

  /**
   * @param moveOn has a page settled up to now, even if it has no rows
   */
  public NamespaceErasure(
      Layout layout,
      CounterStores stores,
      Source source,
      Consumer<Integer> moveOn,
      Clock clock,
      CollectionMeters meters) {
    this.layout = layout;
    this.stores = stores;
    this.source = source;
    this.moveOn = moveOn;
    this.clock = clock;
    this.meters = meters;
    this.nextLook = clock.monotonicNanos();
  }

  /**
   * Does what can be done now of the units of this process, after a pause. Fails with the store
   * unavailable; a later look goes on.
   *
   * @param own the pages that this process settles
   */
  public CompletionStage<Void> step(Collection<Integer> own) {
    long now = clock.monotonicNanos();
    if (now - nextLook < 0) {
      return done();
    }
    nextLook = now + source.pause.toNanos();
    return source
        .namespaces
        .deletions()
        .thenCompose(
            all -> {
              meters.deleting.set(all.size());
              return BoundedConcurrency.forEach(1, all, one -> look(own, one));
            });
  }

  private CompletionStage<Void> look(Collection<Integer> own, Deletion deletion) {
    NamespaceLife life = deletion.life();
    return source
        .namespaces
        .find(life.namespace())
        .thenCombine(
            source.namespaces.created(life.namespace()),
            (stored, created) -> {
              if (stored.isEmpty() || created.isEmpty()) {
                return done();
              }
              Namespace found = stored.get();
              boolean over = found.life() > life.number() || found.isGone();
              if (over) {
                return end(life);
              }
              return found.deleted().isPresent() && source.erasers.containsKey(found.kind())
                  ? new Work(own, deletion, new Created(found, EventTime.of(created.get()))).go()
                  : done();
            })
        .thenCompose(work -> work);
  }

  private CompletionStage<Void> end(NamespaceLife life) {
    return source.namespaces.end(life).thenAccept(NamespaceErasure::requireWritten);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  private static void requireWritten(WriteOutcome outcome) {
    outcome.require(Eraser.FAILED);
  }

  /** The units of one look at one namespace. */
  private final class Work {
    private final Collection<Integer> own;
    private final Deletion deletion;
    private final Created namespace;
    private final String stored;
    private final Eraser eraser;

    /** The point that a page must have passed, exclusive. */
    private final EventTime passed;

    Work(Collection<Integer> own, Deletion deletion, Created namespace) {
      this.own = own;
      this.deletion = deletion;
      this.namespace = namespace;
      this.stored = namespace.namespace().stored();
      this.eraser = Objects.requireNonNull(source.erasers.get(namespace.namespace().kind()));
      this.passed =
          namespace
              .namespace()
              .deleted()
              .orElseThrow()
              .plusTicks(layout.collectionWait().plus(SLACK).toNanos() / 100);
    }

    /** Pages first, then the parts of which all pages are done, at last the rest. */
    CompletionStage<Void> go() {
      return BoundedConcurrency.forEach(1, left(own.stream()), this::page)
          .thenCompose(pages -> BoundedConcurrency.forEach(1, parts(), this::part))
          .thenCompose(parts -> own.contains(0) && isAllDone() ? rest() : done());
    }

    private List<Integer> left(Stream<Integer> units) {
      return units.filter(unit -> !deletion.done().contains(unit)).sorted().toList();
    }

    private List<Integer> parts() {
      return left(
              IntStream.range(0, layout.parts())
                  .filter(own::contains)
                  .filter(part -> deletion.done().containsAll(layout.pagesOf(part)))
                  .mapToObj(part -> layout.pages() + part))
          .stream()
          .map(unit -> unit - layout.pages())
          .toList();
    }

    private boolean isAllDone() {
      return deletion.done().size() == layout.pages() + layout.parts();
    }

    private CompletionStage<Void> noted(int unit) {
      return source
          .namespaces
          .done(deletion.life(), unit)
          .thenAccept(NamespaceErasure::requireWritten);
    }

    private CompletionStage<Void> page(int page) {
      return stores
          .pages()
          .readSerial(page, List.of())
          .thenCompose(
              state -> {
                if (!state.header().until().isAfter(passed)) {
                  moveOn.accept(page);
                  return done();
                }
                return source
                    .erasure
                    .hasStates(page, stored)
                    .thenCompose(some -> some ? page(page, state.header()) : done())
                    .thenCompose(gone -> noted(page));
              });
    }

    /** Deletes the states last, as they tell that there is something to delete. */
    private CompletionStage<Void> page(int page, PageHeader header) {
      return windows(page, header.until())
          .thenCompose(
              windows ->
                  BoundedConcurrency.forEach(
                      DELETIONS_AT_ONCE,
                      () -> header.remembered().all(page).iterator(),
                      ids ->
                          source
                              .erasure
                              .ids(ids, stored)
                              .thenAccept(NamespaceErasure::requireWritten)))
          .thenCompose(ids -> eraser.page().apply(page, stored))
          .thenCompose(kind -> source.erasure.states(page, stored))
          .thenAccept(NamespaceErasure::requireWritten);
    }

    private CompletionStage<Void> windows(int page, EventTime until) {
      // no time of an event is an hour ahead
      long to = until.epochSecond() + Granularity.HOUR.seconds();
      return BoundedConcurrency.forEach(
          DELETIONS_AT_ONCE,
          () -> partitions(page, to).iterator(),
          partition ->
              stores
                  .windows()
                  .delete(partition, stored)
                  .thenAccept(NamespaceErasure::requireWritten));
    }

    private Stream<WindowPartition> partitions(int page, long to) {
      return Arrays.stream(Granularity.values())
          .flatMap(
              granularity ->
                  Stream.concat(
                      Table.CLOSED.between(page, granularity, namespace.beforeRows(), to),
                      Table.SUPPLEMENTS.between(page, granularity, namespace.beforeEvents(), to)));
    }

    private CompletionStage<Void> part(int part) {
      NamedPartitions partitions = new NamedPartitions(stores.directory(), part);
      return rows(part, partitions, EventTime.ofEpochSecond(namespace.beforeRows()))
          .thenCompose(rows -> noted(layout.pages() + part));
    }

    private CompletionStage<Void> rows(int part, NamedPartitions partitions, EventTime from) {
      return partitions
          .next(from, passed)
          .thenCompose(
              found ->
                  BoundedConcurrency.forEach(
                          DELETIONS_AT_ONCE,
                          List.copyOf(found.partitions()),
                          one ->
                              source
                                  .erasure
                                  .rows(one, layout.pagesOf(part), stored)
                                  .thenAccept(NamespaceErasure::requireWritten))
                      .thenCompose(
                          deleted ->
                              found.until().isBefore(passed)
                                  ? rows(part, partitions, found.until())
                                  : done()));
    }

    private CompletionStage<Void> rest() {
      Namespace deleted = namespace.namespace();
      return eraser
          .counters()
          .apply(stored)
          .thenCompose(counters -> source.erasure.names(stored))
          .thenAccept(NamespaceErasure::requireWritten)
          .thenCompose(names -> source.namespaces.replace(deleted, deleted.gone()))
          .thenCompose(outcome -> outcome == CasOutcome.APPLIED ? end(deletion.life()) : done());
    }
  }
}
