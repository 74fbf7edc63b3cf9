package io.quipu.engine.namespace;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.KnownLives;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides that counters are purged: the counter is entered among those that are deleted, then the
 * purge in the log of its namespace, under the next number, and at last the number in the settings
 * of the namespace, by compare-and-set. The last write decides. Confined to one context.
 *
 * <p>Invariant: the log has all purges up to the number in the settings, and none of them ever
 * changes. Whoever finds a purge in the log that is not decided decides it first, or voids it if it
 * was entered more than a minute ago ({@link UndecidedPurges}). So the number only ever says what
 * the log has, and no purge takes effect long after it was asked for.
 *
 * <p>A purge in the log with a larger number than the settings is decided later than these were
 * read, which is serially. So a purge of the same counter that somebody else has noted serves this
 * caller, too.
 */
final class CounterPurging {
  private static final int ATTEMPTS = 8;

  private final NamespaceStore store;
  private final KnownLives lives;
  private final UndecidedPurges undecided;

  CounterPurging(NamespaceStore store, KnownLives lives, UndecidedPurges undecided) {
    this.store = store;
    this.lives = lives;
    this.undecided = undecided;
  }

  /**
   * Purges a counter. Fails with the store unavailable; then nothing was changed.
   *
   * @param named as a caller says it
   * @param now the group time; empty if it is not known
   */
  CompletionStage<PurgeOutcome> purge(CounterName named, Optional<EventTime> now) {
    return now.isEmpty()
        ? CompletableFuture.failedStage(
            StoreUnavailable.busy("The time of the group is not known yet. Nothing was changed."))
        : new Attempts(named, now.get()).next(ATTEMPTS);
  }

  /** Counters that are being purged, with their names. Fails with the store unavailable. */
  CompletionStage<List<PurgedCounter>> list(int limit) {
    return store
        .purged(limit)
        .thenCompose(
            entered -> {
              List<PurgedCounter> all = new ArrayList<>();
              return BoundedConcurrency.forEach(
                      1,
                      PurgedCounter.byNamespace(entered).entrySet(),
                      one -> decided(one.getKey(), one.getValue()).thenAccept(all::addAll))
                  .thenApply(done -> all);
            });
  }

  private CompletionStage<List<PurgedCounter>> decided(
      NamespaceLife life, List<PurgedCounter> some) {
    return store
        .find(life.namespace())
        .thenCompose(
            found ->
                found.isEmpty()
                        || found.get().life() != life.number()
                        || found.get().deleted().isPresent()
                    ? CompletableFuture.completedStage(List.of())
                    : lives
                        .of(found.get())
                        .thenApply(
                            known -> some.stream().filter(one -> one.isDecided(known)).toList()));
  }

  /** The attempts of one caller. After its purge may be in the log, nothing is a refusal. */
  private final class Attempts {
    private final CounterName named;
    private final EventTime now;

    /** The purge that may be in the log. */
    private @Nullable Purge noted;

    Attempts(CounterName named, EventTime now) {
      this.named = named;
      this.now = now;
    }

    CompletionStage<PurgeOutcome> next(int left) {
      if (noted == null && !undecided.isDue(now)) {
        return tooLate();
      }
      if (left == 0 || !undecided.isDue(now)) {
        return done(new PurgeOutcome.OutcomeUnknown());
      }
      return store
          .findDecided(named.namespace())
          .thenCompose(stored -> afterRead(stored, left))
          .exceptionallyCompose(this::afterFailure);
    }

    private CompletionStage<PurgeOutcome> afterRead(Optional<Namespace> stored, int left) {
      if (stored.isEmpty() && named.namespace().equals(Namespace.DEFAULT.name())) {
        return store.create(Namespace.DEFAULT).thenCompose(created -> next(left - 1));
      }
      if (stored.isEmpty() || stored.get().deleted().isPresent()) {
        return done(refusal(new PurgeOutcome.Absent()));
      }
      return lives.of(stored.get()).thenCompose(known -> begin(stored.get(), known, left));
    }

    private CompletionStage<PurgeOutcome> begin(Namespace current, CounterLives known, int left) {
      int before = known.of(named.name());
      Purge own = noted;
      if (own != null && before >= own.life()) {
        return done(new PurgeOutcome.Purging(now));
      }
      if (own != null && known.number() >= own.number()) {
        return store
            .purges(NamespaceLife.of(current), own.number() - 1)
            .thenCompose(log -> afterNumber(current, known, log.contains(own), left));
      }
      return enter(current, known, left);
    }

    /** Goes on where the number in the settings has passed the number of the noted purge. */
    private CompletionStage<PurgeOutcome> afterNumber(
        Namespace current, CounterLives known, boolean isVoid, int left) {
      noted = null;
      return isVoid ? tooLate() : enter(current, known, left);
    }

    private static CompletionStage<PurgeOutcome> tooLate() {
      return CompletableFuture.failedStage(
          StoreUnavailable.busy("The purge took too long. Nothing was changed."));
    }

    private CompletionStage<PurgeOutcome> enter(Namespace current, CounterLives known, int left) {
      int before = known.of(named.name());
      if (before >= CounterLives.MOST_LIVES) {
        return done(refusal(new PurgeOutcome.TooMany(CounterLives.MOST_LIVES, true)));
      }
      if (known.number() >= CounterLives.MOST_PURGES) {
        return done(refusal(new PurgeOutcome.TooMany(CounterLives.MOST_PURGES, false)));
      }
      CounterName ends = named.in(current.knowing(known));
      Purge purge = new Purge(known.number() + 1, NameDigest.of(named.name()), before + 1, now);
      return store
          .begin(new PurgedCounter(ends, now))
          .thenAccept(outcome -> outcome.require("a purge could not be entered"))
          .thenCompose(
              entered -> {
                Purge earlier = noted;
                noted = purge;
                return store
                    .note(NamespaceLife.of(current), purge)
                    .thenCompose(
                        outcome -> {
                          if (outcome == CasOutcome.APPLIED) {
                            return decide(current, purge, left);
                          }
                          if (outcome == CasOutcome.REFUSED) {
                            noted = earlier;
                          }
                          return another(current, known, left);
                        });
              });
    }

    /** Decides the purge in the log that has the next number, of anybody, or voids it. */
    private CompletionStage<PurgeOutcome> another(Namespace current, CounterLives known, int left) {
      return undecided
          .after(current)
          .thenCompose(
              log -> {
                if (log.isEmpty()) {
                  return next(left - 1);
                }
                Purge first = log.get(0);
                return first.follows(known) && undecided.isDue(first.entered())
                    ? decide(current, first, left)
                    : undecided.makeVoid(current, known, log).thenCompose(done -> next(left - 1));
              });
    }

    private CompletionStage<PurgeOutcome> decide(Namespace current, Purge purge, int left) {
      if (!undecided.isDue(purge.entered())) {
        return next(left - 1);
      }
      boolean own = purge.name().equals(NameDigest.of(named.name()));
      if (own) {
        noted = purge;
      }
      return undecided
          .decide(current, purge)
          .thenCompose(
              outcome ->
                  own && outcome == CasOutcome.APPLIED
                      ? done(new PurgeOutcome.Purging(now))
                      : next(left - 1));
    }

    private PurgeOutcome refusal(PurgeOutcome outcome) {
      return noted == null ? outcome : new PurgeOutcome.OutcomeUnknown();
    }

    private CompletionStage<PurgeOutcome> afterFailure(Throwable failure) {
      Throwable cause = StoreUnavailable.causeOf(failure);
      return noted != null && cause instanceof StoreUnavailable
          ? done(new PurgeOutcome.OutcomeUnknown())
          : CompletableFuture.failedFuture(cause);
    }

    private static CompletionStage<PurgeOutcome> done(PurgeOutcome outcome) {
      return CompletableFuture.completedStage(outcome);
    }
  }
}
