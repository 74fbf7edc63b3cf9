package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.NamespaceLife;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Deletes what deleted namespaces held, in units: of each page its states, windows and ids; of each
 * part the rows of events; at last names, and what kinds keep by counter. The settler of a page, or
 * of the first page of a part, does a unit. Two may do the same, which does no harm. Confined to
 * one context. Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: nothing is deleted that a reader or writer still uses. A page is touched only when
 * it was settled {@link Layout#collectionWait} past all rows that there were when this process had
 * known of the deletion for {@link ErasureSource#slack}. By then no process knows the namespace any
 * more, no read of it is under way, and its last rows are settled. What a process that was stopped
 * meanwhile writes later is never seen: the stored name of a life is never used again, and
 * deletions cover all writes for good.
 */
final class NamespaceErasure {
  private final ErasureSite site;
  private final Layout layout;
  private final ErasureSource source;
  private final Sightings<NamespaceLife> seen;

  NamespaceErasure(ErasureSite site) {
    this.site = site;
    this.layout = site.layout();
    this.source = site.source();
    this.seen = new Sightings<>(source.slack(), site.stores().directory());
  }

  /**
   * Does what can be done now of the units of this process. Fails with the store unavailable; a
   * later look goes on.
   *
   * @param own the pages that this process settles
   * @param now the group time
   */
  CompletionStage<Void> step(Collection<Integer> own, EventTime now) {
    return source
        .namespaces()
        .deletions()
        .thenCompose(
            all -> {
              site.meters().deleting.set(all.size());
              seen.look(
                  all.stream().map(Deletion::life).toList(), site.clock().monotonicNanos(), now);
              return BoundedConcurrency.forEach(1, all, one -> look(own, one));
            });
  }

  private CompletionStage<Void> look(Collection<Integer> own, Deletion deletion) {
    NamespaceLife life = deletion.life();
    return source
        .namespaces()
        .find(life.namespace())
        .thenCombine(
            source.namespaces().created(life.namespace()),
            (stored, created) -> {
              if (stored.isEmpty() || created.isEmpty()) {
                return done();
              }
              Namespace found = stored.get();
              boolean over = found.life() > life.number() || found.isGone();
              if (over) {
                return end(life);
              }
              return found.deleted().isPresent() && source.erasers().containsKey(found.kind())
                  ? new Work(own, deletion, new Created(found, EventTime.of(created.get()))).go()
                  : done();
            })
        .thenCompose(work -> work);
  }

  private CompletionStage<Void> end(NamespaceLife life) {
    return source
        .namespaces()
        .forgetPurges(life)
        .thenAccept(DataErasure::requireWritten)
        .thenCompose(forgotten -> source.namespaces().end(life))
        .thenAccept(DataErasure::requireWritten);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  /** The units of one look at one namespace. */
  private final class Work {
    private final Collection<Integer> own;
    private final Deletion deletion;
    private final Namespace namespace;

    /** The erasures of the counters of each life. */
    private final List<DataErasure> lives;

    Work(Collection<Integer> own, Deletion deletion, Created created) {
      this.own = own;
      this.deletion = deletion;
      this.namespace = created.namespace();
      Eraser kind = Objects.requireNonNull(source.erasers().get(namespace.kind()));
      this.lives =
          namespace.storedNames().stream()
              .map(
                  stored ->
                      new DataErasure(
                          layout,
                          site.stores(),
                          source.erasure(),
                          kind,
                          created,
                          Extent.all(stored)))
              .toList();
    }

    /** Pages first, then the parts of which all pages are done, at last the rest. */
    CompletionStage<Void> go() {
      return seen.isUnused(deletion.life())
          ? BoundedConcurrency.forEach(1, left(own.stream()), this::page)
              .thenCompose(pages -> BoundedConcurrency.forEach(1, parts(), this::part))
              .thenCompose(parts -> own.contains(0) && isAllDone() ? rest() : done())
          : done();
    }

    /** The point that pages of a part must have passed, exclusive. */
    private CompletionStage<EventTime> passed(int part) {
      return seen.end(List.of(deletion.life()), part)
          .thenApply(end -> ErasureSource.passed(layout, end));
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
          .namespaces()
          .done(deletion.life(), unit)
          .thenAccept(DataErasure::requireWritten);
    }

    private CompletionStage<Void> each(Function<DataErasure, CompletionStage<Void>> deletes) {
      return BoundedConcurrency.forEach(1, lives, deletes::apply);
    }

    private CompletionStage<Void> page(int page) {
      return passed(layout.part(page)).thenCompose(point -> page(page, point));
    }

    private CompletionStage<Void> page(int page, EventTime point) {
      return site.stores()
          .pages()
          .read(page, List.of())
          .thenCompose(
              state -> {
                PageHeader header = state.header();
                if (!header.until().isAfter(point)) {
                  site.moveOn().accept(page);
                  return done();
                }
                return each(life -> life.page(page, header)).thenCompose(gone -> noted(page));
              });
    }

    private CompletionStage<Void> part(int part) {
      return passed(part)
          .thenCompose(point -> each(life -> life.rows(part, layout.pagesOf(part), point)))
          .thenCompose(rows -> noted(layout.pages() + part));
    }

    private CompletionStage<Void> rest() {
      return each(DataErasure::rest)
          .thenCompose(names -> source.namespaces().replace(namespace, namespace.gone()))
          .thenCompose(outcome -> outcome == CasOutcome.APPLIED ? end(deletion.life()) : done());
    }
  }
}
