package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Deletes what deleted namespaces held, in units: of each part the rows of events; of each page its
 * states, windows and ids; at last names, and what kinds keep by counter. The settler of a page, or
 * of the first page of a part, does a unit. Two may do the same, which does no harm. Confined to
 * one context. Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: nothing is deleted that a reader or writer still uses, and nothing is settled after
 * it was deleted. Rows are deleted when some process has known of the deletion for {@link
 * ErasureSource#slack}: by then no process knows the namespace any more, and no read of it is under
 * way. A unit that is noted says that its process has waited; so a process that takes over goes on
 * at once. Rows are deleted wherever they were named, because a writer may have been ahead of all
 * who are left. A page is touched when it has {@linkplain Sightings#isPast taken steps} since. What
 * a process that was stopped meanwhile writes later is never seen: the stored name of a life is
 * never used again, and deletions cover all writes for good.
 *
 * <p>Progress: a unit that is done is noted for all, and the rows of a part are deleted from where
 * the last attempt of this process ended. A unit that fails does not stop the others.
 */
final class NamespaceErasure {
  /** The failures of a look after which it still goes on: without a quorum, each takes seconds. */
  private static final int TOLERATED = 3;

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
    FailureBudget failures = new FailureBudget(TOLERATED);
    return source
        .namespaces()
        .deletions()
        .thenCompose(
            all -> {
              see(all);
              return failures.forEach(1, all, one -> look(own, one, failures));
            })
        .thenCompose(looked -> failures.outcome());
  }

  private void see(List<Deletion> all) {
    site.meters().deleting.set(all.size());
    List<NamespaceLife> lives = all.stream().map(Deletion::life).toList();
    seen.look(lives, site.clock().monotonicNanos());
    all.stream().filter(one -> !one.done().isEmpty()).forEach(one -> seen.waited(one.life()));
  }

  private CompletionStage<Void> look(
      Collection<Integer> own, Deletion deletion, FailureBudget failures) {
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
                  ? new Work(own, deletion, new Created(found, EventTime.of(created.get())))
                      .go(failures)
                  : done();
            })
        .thenCompose(work -> work);
  }

  private CompletionStage<Void> end(NamespaceLife life) {
    return ExtentErasure.written(source.namespaces().forgetPurges(life))
        .thenCompose(forgotten -> ExtentErasure.written(source.namespaces().end(life)));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  /** The units of one look at one namespace. */
  private final class Work {
    private final Collection<Integer> own;
    private final NamespaceLife life;
    private final Namespace namespace;

    /** The counters of each life. */
    private final ExtentErasure counters;

    /** The units of which nothing is left. */
    private final Set<Integer> noted;

    Work(Collection<Integer> own, Deletion deletion, Created created) {
      this.own = own;
      this.life = deletion.life();
      this.noted = new TreeSet<>(deletion.done());
      this.namespace = created.namespace();
      List<Extent> lives = namespace.storedNames().stream().map(Extent::all).toList();
      this.counters = new ExtentErasure(site, created, lives);
    }

    /** Parts first, then the pages of parts that are done, at last the rest. */
    CompletionStage<Void> go(FailureBudget failures) {
      return seen.isUnused(life)
          ? failures
              .forEach(1, parts(), this::part)
              .thenCompose(parts -> failures.forEach(1, pages(), this::page))
              .thenCompose(pages -> own.contains(0) && isAllDone() ? rest() : done())
          : done();
    }

    private int unitOf(int part) {
      return layout.pages() + part;
    }

    private List<Integer> parts() {
      return IntStream.range(0, layout.parts())
          .filter(part -> own.contains(part) && !noted.contains(unitOf(part)))
          .boxed()
          .toList();
    }

    private List<Integer> pages() {
      return own.stream()
          .filter(page -> !noted.contains(page) && noted.contains(unitOf(layout.part(page))))
          .sorted()
          .toList();
    }

    private boolean isAllDone() {
      return IntStream.range(0, layout.pages() + layout.parts()).allMatch(noted::contains);
    }

    private CompletionStage<Void> note(int unit) {
      return ExtentErasure.written(source.namespaces().done(life, unit))
          .thenAccept(done -> noted.add(unit));
    }

    private CompletionStage<Void> part(int part) {
      return counters
          .rows(seen.begun(List.of(life)), part, layout.pagesOf(part))
          .thenCompose(deleted -> note(unitOf(part)));
    }

    private CompletionStage<Void> page(int page) {
      return site.headers(List.of(page))
          .thenCompose(
              header -> {
                if (!seen.isPast(life, header)) {
                  return moveOn(page);
                }
                return counters.pages(header).thenCompose(gone -> gone ? note(page) : moveOn(page));
              });
    }

    private CompletionStage<Void> moveOn(int page) {
      site.moveOn().accept(page);
      return done();
    }

    private CompletionStage<Void> rest() {
      return counters
          .rest()
          .thenCompose(names -> source.namespaces().replace(namespace, namespace.gone()))
          .thenCompose(outcome -> outcome == CasOutcome.APPLIED ? end(life) : done());
    }
  }
}
