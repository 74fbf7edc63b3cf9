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

/**
 * Deletes what deleted namespaces held, in units: of each part the rows of events; of each page its
 * states, windows and ids; at last names, and what kinds keep by counter. The settler of a page, or
 * of the first page of a part, does a unit. Two may do the same, which does no harm. Confined to
 * one context. Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: nothing is deleted that a reader or writer still uses, and nothing is settled after
 * it was deleted. Rows are deleted when this process has known of the deletion for {@link
 * ErasureSource#slack}: by then no process knows the namespace any more, and no read of it is under
 * way. They are deleted wherever they were named, because a writer may have been ahead of all who
 * are left. A page is touched when it has {@linkplain Sightings#isPast taken steps} since. What a
 * process that was stopped meanwhile writes later is never seen: the stored name of a life is never
 * used again, and deletions cover all writes for good.
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
    this.seen = new Sightings<>(source);
  }

  /**
   * Does what can be done now of the units of this process. Fails with the store unavailable; a
   * later look goes on.
   *
   * @param own the pages that this process settles
   */
  CompletionStage<Void> step(Collection<Integer> own) {
    return source
        .namespaces()
        .deletions()
        .thenCompose(
            all -> {
              site.meters().deleting.set(all.size());
              seen.look(all.stream().map(Deletion::life).toList(), site.clock().monotonicNanos());
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

    /** Parts first, then the pages of parts that are done, at last the rest. */
    CompletionStage<Void> go() {
      return seen.isUnused(deletion.life())
          ? BoundedConcurrency.forEach(1, parts(), this::part)
              .thenCompose(parts -> BoundedConcurrency.forEach(1, pages(), this::page))
              .thenCompose(pages -> own.contains(0) && isAllDone() ? rest() : done())
          : done();
    }

    private boolean isDone(int unit) {
      return deletion.done().contains(unit);
    }

    private int unitOf(int part) {
      return layout.pages() + part;
    }

    private List<Integer> parts() {
      return IntStream.range(0, layout.parts())
          .filter(part -> own.contains(part) && !isDone(unitOf(part)))
          .boxed()
          .toList();
    }

    private List<Integer> pages() {
      return own.stream()
          .filter(page -> !isDone(page) && isDone(unitOf(layout.part(page))))
          .sorted()
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

    private CompletionStage<Void> part(int part) {
      return each(life -> life.rows(part, layout.pagesOf(part)))
          .thenCompose(rows -> noted(unitOf(part)));
    }

    private CompletionStage<Void> page(int page) {
      return site.stores()
          .pages()
          .read(page, List.of())
          .thenCompose(
              state -> {
                PageHeader header = state.header();
                if (!seen.isPast(deletion.life(), page, header)) {
                  site.moveOn().accept(page);
                  return done();
                }
                return each(life -> life.page(page, header)).thenCompose(gone -> noted(page));
              });
    }

    private CompletionStage<Void> rest() {
      return each(DataErasure::rest)
          .thenCompose(names -> source.namespaces().replace(namespace, namespace.gone()))
          .thenCompose(outcome -> outcome == CasOutcome.APPLIED ? end(deletion.life()) : done());
    }
  }
}
