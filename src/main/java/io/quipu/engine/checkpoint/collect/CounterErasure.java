package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.KnownLives;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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

  /** The deletions of rows that have begun and not ended, by part. */
  private final Map<Chunk, Map<Integer, RowsErasure>> walks = new HashMap<>();

  /**
   * Counters that one settler deletes together. They have one stored name and first page.
   *
   * @param withoutRows whether their rows are deleted already
   */
  private record Together(String stored, int first, boolean withoutRows)
      implements Comparable<Together> {
    private static final Comparator<Together> ORDER =
        Comparator.comparing(Together::stored)
            .thenComparingInt(Together::first)
            .thenComparing(Together::withoutRows);

    @Override
    public int compareTo(Together other) {
      return ORDER.compare(this, other);
    }
  }

  /** Counters whose rows one walk deletes. */
  private record Chunk(List<PurgedCounter> counters) implements Comparable<Chunk> {
    @Override
    public int compareTo(Chunk other) {
      return Arrays.compare(
          counters.toArray(PurgedCounter[]::new), other.counters.toArray(PurgedCounter[]::new));
    }
  }

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
              see(found.stream().flatMap(work -> work.counters.stream()).toList());
              return failures.forEach(1, found, work -> work.go(own, failures));
            })
        .thenCompose(looked -> failures.outcome());
  }

  private void see(List<PurgedCounter> all) {
    seen.look(all.stream().map(PurgedCounter::counter).toList(), site.clock().monotonicNanos());
    walks.keySet().removeIf(some -> !seen.isSeen(some.counters().get(0).counter()));
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

  private CompletionStage<Void> ended(List<PurgedCounter> some) {
    return BoundedConcurrency.forEach(
        1,
        some,
        one -> source.namespaces().end(one.counter()).thenAccept(DataErasure::requireWritten));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }

  /** The purged counters of one namespace. */
  private final class Work {
    private final Created namespace;
    private final List<PurgedCounter> counters;

    Work(Created namespace, List<PurgedCounter> counters) {
      this.namespace = namespace;
      this.counters = counters;
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
      Map<Together, List<PurgedCounter>> together = new TreeMap<>();
      for (PurgedCounter one : counters) {
        pages(one).stream().filter(own::contains).forEach(moving::add);
        int first = layout.page(one.counter());
        if (own.contains(first) && seen.isUnused(one.counter())) {
          boolean withoutRows = seen.isWithoutRows(one.counter());
          together
              .computeIfAbsent(
                  new Together(one.counter().stored(), first, withoutRows),
                  any -> new ArrayList<>())
              .add(one);
        }
      }
      moving.forEach(site.moveOn());
      return failures.forEach(
          1,
          together.entrySet(),
          some -> chunks(some.getValue(), some.getKey().withoutRows ? this::rest : this::rows));
    }

    private CompletionStage<PageHeader> header(int page) {
      return site.stores().pages().read(page, List.of()).thenApply(state -> state.header());
    }

    private CompletionStage<Void> chunks(
        List<PurgedCounter> some, Function<List<PurgedCounter>, CompletionStage<Void>> delete) {
      return BoundedConcurrency.forEach(
          1, BoundedConcurrency.chunks(some, TOGETHER), delete::apply);
    }

    private DataErasure data(List<PurgedCounter> some) {
      Eraser kind = Objects.requireNonNull(source.erasers().get(namespace.namespace().kind()));
      Extent extent =
          new Extent(
              some.get(0).counter().stored(),
              some.stream().map(one -> one.counter().name()).toList());
      return new DataErasure(layout, site.stores(), source.erasure(), kind, namespace, extent);
    }

    /** All begin on the same page, and have as many shards. */
    private Set<Integer> pages(List<PurgedCounter> some) {
      return new TreeSet<>(pages(some.get(0)));
    }

    private CompletionStage<Void> rows(List<PurgedCounter> some) {
      Map<Integer, List<Integer>> parts =
          pages(some).stream().collect(Collectors.groupingBy(layout::part));
      DataErasure data = data(some);
      Map<Integer, RowsErasure> begun =
          walks.computeIfAbsent(new Chunk(some), any -> new HashMap<>());
      return BoundedConcurrency.forEach(
              1,
              parts.entrySet(),
              part ->
                  begun
                      .computeIfAbsent(part.getKey(), this::walk)
                      .proceed(partition -> data.rows(partition, part.getValue())))
          .thenAccept(
              deleted -> {
                walks.remove(new Chunk(some));
                some.forEach(one -> seen.rowsDeleted(one.counter()));
              });
    }

    private RowsErasure walk(int part) {
      return new RowsErasure(site.stores().directory(), part, namespace);
    }

    /** Deletes the rest of those whose pages have taken the steps. */
    private CompletionStage<Void> rest(List<PurgedCounter> some) {
      Map<Integer, PageHeader> headers = new TreeMap<>();
      return BoundedConcurrency.forEach(
              1, pages(some), page -> header(page).thenAccept(header -> headers.put(page, header)))
          .thenCompose(
              read -> {
                List<PurgedCounter> past =
                    some.stream().filter(one -> isPast(one, headers)).toList();
                return past.isEmpty() ? done() : rest(past, headers);
              });
    }

    private boolean isPast(PurgedCounter one, Map<Integer, PageHeader> headers) {
      boolean past = true;
      for (Map.Entry<Integer, PageHeader> page : headers.entrySet()) {
        past &= seen.isPast(one.counter(), page.getKey(), page.getValue());
      }
      return past;
    }

    private CompletionStage<Void> rest(List<PurgedCounter> some, Map<Integer, PageHeader> headers) {
      DataErasure data = data(some);
      return BoundedConcurrency.forEach(
              1, headers.entrySet(), page -> data.page(page.getKey(), page.getValue()))
          .thenCompose(pages -> data.rest())
          .thenCompose(rest -> ended(some));
    }
  }
}
