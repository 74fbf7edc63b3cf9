package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.KnownLives;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Deletes what purged counters held. The settler of a counter's first page does it for all of its
 * pages, many counters at a time: of an event partition the rows of a hundred counters are deleted
 * at the price of one. Two may do the same, which does no harm. Confined to one context. Calls of
 * {@link #step} must not overlap.
 *
 * <p>Invariant: as for {@link NamespaceErasure}. A purge ends a life of a counter; events after it
 * belong to the next, which has another stored name.
 */
final class CounterErasure {
  /** The maximum number of counters of one look. */
  private static final int AT_ONCE = 1_000;

  /** The maximum number of counters that one statement names. */
  private static final int TOGETHER = 100;

  /** The failures of a look after which it still goes on: without a quorum, each takes seconds. */
  private static final int TOLERATED = 3;

  private final ErasureSite site;
  private final Layout layout;
  private final ErasureSource source;
  private final KnownLives lives;
  private final Sightings<CounterName> seen;

  CounterErasure(ErasureSite site) {
    this.site = site;
    this.layout = site.layout();
    this.source = site.source();
    this.lives = new KnownLives(source.namespaces());
    this.seen = new Sightings<>(source);
  }

  /**
   * Does what can be done now. Fails with the store unavailable; a later look goes on.
   *
   * @param own the pages that this process settles
   */
  CompletionStage<Void> step(Collection<Integer> own) {
    FailureBudget failures = new FailureBudget(TOLERATED);
    return source
        .namespaces()
        .purged(AT_ONCE)
        .thenCompose(
            all -> {
              site.meters().purging.set(all.size());
              return decided(PurgedCounter.byNamespace(all));
            })
        .thenCompose(
            found -> {
              see(found.stream().flatMap(work -> work.purged.stream()).toList());
              return failures.forEach(1, found, work -> work.go(own, failures));
            })
        .thenCompose(looked -> failures.outcome());
  }

  private void see(List<PurgedCounter> all) {
    seen.look(counters(all), site.clock().monotonicNanos());
  }

  /** Looks up which purges were decided, by namespace. */
  private CompletionStage<List<Work>> decided(Map<NamespaceLife, List<PurgedCounter>> some) {
    List<Work> found = new ArrayList<>();
    return BoundedConcurrency.forEach(
            1,
            some.entrySet(),
            one ->
                source
                    .namespaces()
                    .find(one.getKey().namespace())
                    .thenCompose(stored -> decided(one.getKey(), one.getValue(), stored, found)))
        .thenApply(looked -> found);
  }

  private CompletionStage<Void> decided(
      NamespaceLife life, List<PurgedCounter> some, Optional<Namespace> stored, List<Work> found) {
    if (stored.isEmpty()) {
      return done();
    }
    Namespace namespace = stored.get();
    if (namespace.life() > life.number() || namespace.isGone()) {
      return ended(some);
    }
    if (namespace.deleted().isPresent() || !source.erasers().containsKey(namespace.kind())) {
      return done();
    }
    return source
        .namespaces()
        .created(namespace.name())
        .thenCombine(
            lives.of(namespace),
            (created, known) -> {
              if (created.isPresent()) {
                Created since = new Created(namespace, EventTime.of(created.get()));
                found.add(
                    new Work(since, some.stream().filter(one -> one.isDecided(known)).toList()));
              }
              return null;
            });
  }

  private static List<CounterName> counters(List<PurgedCounter> some) {
    return some.stream().map(PurgedCounter::counter).toList();
  }

  private CompletionStage<Void> ended(List<PurgedCounter> some) {
    return BoundedConcurrency.forEach(
        1, some, one -> ExtentErasure.written(source.namespaces().end(one.counter())));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  /** The purged counters of one namespace. */
  private final class Work {
    private final Created namespace;
    private final List<PurgedCounter> purged;

    Work(Created namespace, List<PurgedCounter> purged) {
      this.namespace = namespace;
      this.purged = purged;
    }

    private List<Integer> pages(PurgedCounter one) {
      return layout.pagesOf(one.counter(), namespace.namespace().shards());
    }

    /**
     * Has own pages move on for as long as something is left: another process may wait for them
     * that knows of the purge for a shorter time.
     */
    CompletionStage<Void> go(Collection<Integer> own, FailureBudget failures) {
      Set<Integer> moving = new TreeSet<>();
      Map<String, List<PurgedCounter>> together = new TreeMap<>();
      for (PurgedCounter one : purged) {
        pages(one).stream().filter(own::contains).forEach(moving::add);
        if (own.contains(layout.page(one.counter())) && seen.isUnused(one.counter())) {
          together.computeIfAbsent(together(one.counter()), any -> new ArrayList<>()).add(one);
        }
      }
      moving.forEach(site.moveOn());
      return failures.forEach(1, together.values(), this::chunks);
    }

    /** Equal for those that are deleted together: of one stored name and first page. */
    private String together(CounterName one) {
      return String.format("%s %04d %s", one.stored(), layout.page(one), seen.isWithoutRows(one));
    }

    private CompletionStage<Void> chunks(List<PurgedCounter> some) {
      boolean withoutRows = seen.isWithoutRows(some.get(0).counter());
      return BoundedConcurrency.forEach(
          1,
          BoundedConcurrency.chunks(some, TOGETHER),
          chunk -> withoutRows ? rest(chunk) : rows(chunk));
    }

    private ExtentErasure erasure(List<PurgedCounter> some) {
      String stored = some.get(0).counter().stored();
      List<String> names = some.stream().map(one -> one.counter().name()).toList();
      return new ExtentErasure(site, namespace, List.of(new Extent(stored, names)));
    }

    /** All begin on the same page, and have as many shards. */
    private Set<Integer> pages(List<PurgedCounter> some) {
      return new TreeSet<>(pages(some.get(0)));
    }

    private CompletionStage<Void> rows(List<PurgedCounter> some) {
      Map<Integer, List<Integer>> parts =
          pages(some).stream().collect(Collectors.groupingBy(layout::part));
      ExtentErasure erasure = erasure(some);
      Map<Integer, RowsErasure> begun = seen.begun(counters(some));
      return BoundedConcurrency.forEach(
              1, parts.entrySet(), part -> erasure.rows(begun, part.getKey(), part.getValue()))
          .thenAccept(deleted -> some.forEach(one -> seen.rowsDeleted(one.counter())));
    }

    /** Deletes the rest of those whose pages have taken the steps. */
    private CompletionStage<Void> rest(List<PurgedCounter> some) {
      return site.headers(pages(some))
          .thenCompose(
              headers -> {
                List<PurgedCounter> past =
                    some.stream().filter(one -> seen.isPast(one.counter(), headers)).toList();
                return past.isEmpty() ? done() : rest(past, headers);
              });
    }

    private CompletionStage<Void> rest(List<PurgedCounter> some, Map<Integer, PageHeader> headers) {
      ExtentErasure erasure = erasure(some);
      return erasure
          .pages(headers)
          .thenCompose(gone -> gone ? erasure.rest().thenCompose(rest -> ended(some)) : done());
    }
  }
}
