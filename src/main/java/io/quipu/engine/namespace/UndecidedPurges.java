package io.quipu.engine.namespace;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.KnownLives;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Purges in the log of a namespace that nobody has decided, because a process failed or was stopped
 * between the entry and the decision. For a minute anybody may decide such a purge; after that, it
 * is void for good. Confined to one context.
 *
 * <p>A purge is voided by a further entry, with the life that the counter has, and by one
 * compare-and-set that takes the number in the settings past both. So nobody ever sees settings
 * that stop between them, and whoever reads the log up to the number finds the counter in the life
 * in which it was. The compare-and-set of the purge itself, however late, is refused from then on.
 */
final class UndecidedPurges {
  /** The group time for which a purge may be decided after it was entered. */
  static final Duration DECIDED_WITHIN = Duration.ofMinutes(1);

  /** The maximum number of counters that one look takes in. */
  private static final int MOST = 1_000;

  private final NamespaceStore store;
  private final KnownLives lives;
  private final Supplier<Optional<EventTime>> now;

  /** Counters that are not purged, and were looked at after their purges were void. */
  private Set<PurgedCounter> over = Set.of();

  UndecidedPurges(NamespaceStore store, KnownLives lives, Supplier<Optional<EventTime>> now) {
    this.store = store;
    this.lives = lives;
    this.now = now;
  }

  /** Tells whether a purge that was entered at a time may still be decided. */
  boolean isDue(EventTime entered) {
    return now.get().orElse(EventTime.MAX).isBefore(end(entered));
  }

  private static EventTime end(EventTime entered) {
    return entered.plusTicks(DECIDED_WITHIN.toNanos() / 100);
  }

  /**
   * The purges in the log after those that settings have. Fails with the store unavailable.
   *
   * @param current as it was read serially
   */
  CompletionStage<List<Purge>> after(Namespace current) {
    return store.purges(NamespaceLife.of(current), current.purges());
  }

  /** Decides the purge in the log that has the next number. */
  CompletionStage<CasOutcome> decide(Namespace current, Purge purge) {
    return store.replace(current, current.purged(purge));
  }

  /**
   * Voids undecided purges, unless somebody else decides meanwhile. Fails with the store
   * unavailable; may be repeated.
   *
   * @param current as it was read serially
   * @param undecided all of them, in the order of their numbers, at least one
   */
  CompletionStage<Void> makeVoid(Namespace current, CounterLives known, List<Purge> undecided) {
    Optional<EventTime> time = now.get();
    Purge last = undecided.get(undecided.size() - 1);
    if (time.isEmpty() || last.number() - known.number() != undecided.size()) {
      return CompletableFuture.failedStage(
          new StoreUnavailable("some purges of " + current.name() + " cannot be voided", null));
    }
    List<Purge> next = opposites(known, undecided, time.get());
    return noted(NamespaceLife.of(current), next)
        .thenCompose(
            all ->
                all
                    ? decide(current, next.isEmpty() ? last : next.get(next.size() - 1))
                    : CompletableFuture.completedStage(CasOutcome.REFUSED))
        .thenAccept(any -> {});
  }

  /** The entries after which all counters are in the lives that they have. */
  private static List<Purge> opposites(
      CounterLives known, List<Purge> undecided, EventTime entered) {
    CounterLives otherwise = known.with(undecided);
    Set<NameDigest> names = new HashSet<>();
    List<Purge> next = new ArrayList<>();
    for (Purge purge : undecided) {
      NameDigest name = purge.name();
      if (names.add(name) && otherwise.of(name) != known.of(name)) {
        int number = otherwise.number() + next.size() + 1;
        next.add(new Purge(number, name, known.of(name), entered));
      }
    }
    return next;
  }

  /** Enters purges one after the other. Gives false if one may not be in the log. */
  private CompletionStage<Boolean> noted(NamespaceLife life, List<Purge> all) {
    CompletionStage<Boolean> noted = CompletableFuture.completedStage(true);
    for (Purge one : all) {
      noted =
          noted.thenCompose(
              before ->
                  before
                      ? store.note(life, one).thenApply(outcome -> outcome == CasOutcome.APPLIED)
                      : CompletableFuture.completedStage(false));
    }
    return noted;
  }

  /**
   * Looks for counters that were entered and are not purged. A serial read of their namespace ends
   * a decision that is still in progress, so that it holds from now on or never. Purges that are
   * void by now are marked so. Fails with the store unavailable, after all that could be done was
   * done: no namespace waits for one that cannot be read.
   */
  CompletionStage<Void> look() {
    return now.get().isEmpty()
        ? CompletableFuture.completedStage(null)
        : store.purged(MOST).thenCompose(this::look);
  }

  private CompletionStage<Void> look(List<PurgedCounter> all) {
    over = all.stream().filter(over::contains).collect(Collectors.toSet());
    List<Throwable> failures = new ArrayList<>();
    return BoundedConcurrency.forEach(
            1,
            PurgedCounter.byNamespace(all).entrySet(),
            one ->
                over.containsAll(one.getValue())
                    ? CompletableFuture.completedStage(null)
                    : look(one.getKey(), one.getValue())
                        .exceptionally(
                            failure -> {
                              failures.add(failure);
                              return null;
                            }))
        .thenCompose(
            looked ->
                failures.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : CompletableFuture.failedStage(StoreUnavailable.causeOf(failures.get(0))));
  }

  private CompletionStage<Void> look(NamespaceLife life, Collection<PurgedCounter> some) {
    return store
        .find(life.namespace())
        .thenCompose(found -> undecided(life, found, some))
        .thenCompose(
            open ->
                open.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : store
                        .findDecided(life.namespace())
                        .thenCompose(found -> settle(life, found, open)));
  }

  /** The counters among some that are not purged by settings. */
  private CompletionStage<List<PurgedCounter>> undecided(
      NamespaceLife life, Optional<Namespace> found, Collection<PurgedCounter> some) {
    return exists(life, found)
        ? lives
            .of(found.orElseThrow())
            .thenApply(
                known ->
                    some.stream()
                        .filter(one -> !over.contains(one) && !one.isDecided(known))
                        .toList())
        : CompletableFuture.completedStage(List.of());
  }

  private static boolean exists(NamespaceLife life, Optional<Namespace> found) {
    return found.isPresent()
        && found.get().life() == life.number()
        && found.get().deleted().isEmpty();
  }

  private CompletionStage<Void> settle(
      NamespaceLife life, Optional<Namespace> found, List<PurgedCounter> open) {
    if (!exists(life, found)) {
      return CompletableFuture.completedStage(null);
    }
    Namespace current = found.orElseThrow();
    return lives
        .of(current)
        .thenCombine(
            after(current),
            (known, undecided) ->
                undecided.isEmpty() || isDue(undecided.get(0).entered())
                    ? CompletableFuture.<Void>completedStage(null)
                    : makeVoid(current, known, undecided))
        .thenCompose(done -> done)
        .thenAccept(
            done -> {
              Set<PurgedCounter> more = new HashSet<>(over);
              open.stream().filter(one -> !isDue(one.at())).forEach(more::add);
              over = more;
            });
  }
}
