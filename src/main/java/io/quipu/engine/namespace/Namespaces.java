package io.quipu.engine.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.KnownLives;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The settings of namespaces. The namespace {@code default} always exists, even without a row. */
public final class Namespaces {
  /** The time for which whoever records or reads may use settings that were looked up. */
  public static final Duration CACHED = Duration.ofSeconds(5);

  /** The time until a change is known everywhere, even where a clock runs at half the rate. */
  public static final Duration KNOWN_EVERYWHERE = CACHED.multipliedBy(2).plusSeconds(1);

  /** The pause between two looks for purges that nobody has decided. */
  public static final Duration BETWEEN_LOOKS = Duration.ofSeconds(20);

  /** The maximum number of counters in a list of those that are being purged. */
  private static final int MOST_PURGED = 1_000;

  private static final int ATTEMPTS = 4;

  /**
   * The maximum number of names that are remembered as entered in the list. A forgotten name is
   * entered again, which does no harm.
   */
  private static final int MOST_ENTERED = 20_000;

  private final NamespaceStore store;
  private final KnownKinds kinds;
  private final Scheduler scheduler;
  private final Supplier<Optional<EventTime>> now;
  private final NamespaceCreation creation;
  private final NamespaceDeletion deletion;
  private final KnownLives lives;
  private final UndecidedPurges undecided;
  private final CounterPurging purging;
  private final Cache<String, Boolean> entered =
      Caffeine.newBuilder().maximumSize(MOST_ENTERED).executor(Runnable::run).build();

  /**
   * @param now the group time; empty while it is not known, so that no {@linkplain
   *     NamespaceChange#isTimed timed} setting can be changed
   * @param most bound on the number of namespaces, inclusive; {@code default} counts, too
   */
  public Namespaces(
      NamespaceStore store,
      KnownKinds kinds,
      Scheduler scheduler,
      Supplier<Optional<EventTime>> now,
      int most) {
    this.store = store;
    this.kinds = kinds;
    this.scheduler = scheduler;
    this.now = now;
    this.creation = new NamespaceCreation(store, this::enter, most);
    this.deletion = new NamespaceDeletion(store);
    this.lives = new KnownLives(store);
    this.undecided = new UndecidedPurges(store, lives, now);
    this.purging = new CounterPurging(store, lives, undecided);
  }

  /**
   * The namespace with the lives of its counters, if it exists. Fails with the store unavailable.
   */
  public CompletionStage<Optional<Namespace>> find(String name) {
    return store
        .find(name)
        .thenCompose(
            stored -> {
              Optional<Namespace> found = existing(stored);
              found.ifPresent(this::enter);
              Optional<Namespace> known = found.or(() -> implicit(name));
              return known.isEmpty()
                  ? CompletableFuture.completedStage(known)
                  : lives.in(known.get()).thenApply(Optional::of);
            });
  }

  /**
   * Purges a counter: from the outcome on, its events are those of a counter that never was. What
   * it held is deleted later. Fails with the store unavailable; then nothing was changed.
   */
  public CompletionStage<PurgeOutcome> purge(CounterName counter) {
    return purging
        .purge(counter, now.get())
        .thenCompose(
            outcome ->
                outcome instanceof PurgeOutcome.Purging
                    ? scheduler.pause(KNOWN_EVERYWHERE).thenApply(over -> outcome)
                    : CompletableFuture.completedStage(outcome));
  }

  /**
   * Voids purges that were entered long ago and never decided, so that none takes effect later.
   * Called every {@link #BETWEEN_LOOKS}. Fails with the store unavailable; a later call goes on.
   */
  public CompletionStage<Void> voidUndecided() {
    return undecided.look();
  }

  /** The stored namespace, unless it was deleted. */
  private static Optional<Namespace> existing(Optional<Namespace> stored) {
    return stored.filter(one -> one.deleted().isEmpty());
  }

  /**
   * Deletes a namespace: it is found by nobody from now on. What it held is deleted later. Fails
   * with the store unavailable; then nothing was changed.
   */
  public CompletionStage<DeleteOutcome> delete(String name, Precondition condition) {
    return deletion.delete(name, condition, now.get());
  }

  /**
   * Counters that are being purged, in the order of namespaces and names, at most {@value
   * #MOST_PURGED}. Fails with the store unavailable.
   */
  public CompletionStage<List<PurgedCounter>> purged() {
    return purging.list(MOST_PURGED);
  }

  /** The namespaces that are being deleted. Fails with the store unavailable. */
  public CompletionStage<List<DeletedNamespace>> deleted() {
    return deletion.list();
  }

  /**
   * Lists the namespaces after the name {@code after} (exclusive; empty to begin at the first
   * name), in the order of their names, at most {@code limit}. Fails with the store unavailable.
   */
  public CompletionStage<List<Listed>> list(String after, int limit) {
    return store
        .list(after, limit)
        .thenApply(
            stored -> {
              TreeMap<String, Listed> all = new TreeMap<>();
              Listed always = Listed.of(Namespace.DEFAULT);
              if (after.compareTo(always.name()) < 0) {
                all.put(always.name(), always);
              }
              stored.forEach(one -> all.put(one.name(), one));
              return all.values().stream().limit(limit).toList();
            });
  }

  /** Creates the row of {@code default}, so that every reader of the table finds the row. */
  public CompletionStage<CasOutcome> ensureDefault() {
    return store.create(Namespace.DEFAULT);
  }

  /**
   * Enters a namespace in the list, unless its name is remembered as entered. A creator may fail
   * between creation and entry. So a reader that finds a namespace enters the namespace, too.
   */
  private CompletionStage<Boolean> enter(Namespace found) {
    if (entered.getIfPresent(found.stored()) != null) {
      return CompletableFuture.completedStage(true);
    }
    return store
        .enter(found)
        .thenApply(
            outcome -> {
              boolean written = outcome == WriteOutcome.WRITTEN;
              if (written) {
                entered.put(found.stored(), true);
              }
              return written;
            });
  }

  /**
   * Creates the namespace, or changes the settings that are not null in the change. Fails with the
   * store unavailable; then nothing was changed.
   */
  public CompletionStage<PutOutcome> put(NamespacePut wanted) {
    Put put = new Put(wanted);
    return put.attempt(ATTEMPTS)
        .thenCompose(this::listed)
        .thenCompose(outcome -> held(outcome, put.holdsAfter(outcome)));
  }

  /**
   * Delays the outcome, for kinds that demand a wait, until all recorders use the new settings. A
   * recorder may have read the old settings just before the change.
   */
  private CompletionStage<PutOutcome> held(PutOutcome outcome, Duration wait) {
    return wait.isZero()
        ? CompletableFuture.completedStage(outcome)
        : scheduler.pause(wait).thenApply(over -> outcome);
  }

  /** Enters a namespace in the list before any caller learns that the namespace exists. */
  private CompletionStage<PutOutcome> listed(PutOutcome outcome) {
    Namespace now;
    if (outcome instanceof PutOutcome.Created created) {
      now = created.namespace();
    } else if (outcome instanceof PutOutcome.Kept kept) {
      now = kept.namespace();
    } else {
      return CompletableFuture.completedStage(outcome);
    }
    return enter(now).thenApply(written -> written ? outcome : new PutOutcome.OutcomeUnknown());
  }

  private static Optional<Namespace> implicit(String name) {
    return name.equals(Namespace.DEFAULT.name())
        ? Optional.of(Namespace.DEFAULT)
        : Optional.empty();
  }

  /**
   * One put. Reads, then writes by compare-and-set, and reads again unless the write certainly
   * succeeded. After a write with an unknown outcome, a failed condition or a reached bound is no
   * refusal, because that write may be the cause.
   */
  private final class Put {
    private final NamespaceChange change;
    private final Precondition condition;

    /** The namespace of the last write with an unknown outcome; null if there was none. */
    private @Nullable Namespace mayBeWritten;

    private boolean mayBeCreated;

    /** The group time when the put began; null if it is not known. */
    private final @Nullable EventTime began = now.get().orElse(null);

    Put(NamespacePut wanted) {
      this.change = wanted.change();
      this.condition = wanted.condition();
    }

    /**
     * The wait before the outcome is told, because recorders may still use old settings. Zero if
     * the kind demands no wait, if the change names neither {@code deduplicate} nor further
     * settings, or if this put certainly created the namespace. Not zero if this put changed
     * nothing, because an earlier put may have made the change although its answer was lost. Labels
     * and breakdowns that are named count through every recorder from the outcome on.
     */
    Duration holdsAfter(PutOutcome outcome) {
      Namespace now;
      if (outcome instanceof PutOutcome.Kept kept) {
        now = kept.namespace();
      } else if (outcome instanceof PutOutcome.Created created && mayBeCreated) {
        now = created.namespace();
      } else {
        return Duration.ZERO;
      }
      Set<String> named = change.settings().keySet();
      if (named.contains(Breakdowns.LABELS) || named.contains(Breakdowns.BREAKDOWNS)) {
        return KNOWN_EVERYWHERE;
      }
      return change.deduplicate() != null || !named.isEmpty()
          ? kinds.of(now).changesHoldAfter()
          : Duration.ZERO;
    }

    CompletionStage<PutOutcome> attempt(int left) {
      if (left == 0) {
        return done(new PutOutcome.OutcomeUnknown());
      }
      return store
          .find(change.name())
          .thenCompose(stored -> afterRead(stored, left))
          .exceptionallyCompose(this::afterFailure);
    }

    private CompletionStage<PutOutcome> afterRead(Optional<Namespace> stored, int left) {
      Optional<Namespace> existing = existing(stored);
      if (stored.isPresent() && existing.isEmpty() && !stored.get().isGone()) {
        return done(
            mayBeWritten == null ? new PutOutcome.Deleting() : new PutOutcome.OutcomeUnknown());
      }
      Optional<Namespace> current = existing.or(() -> implicit(change.name()));
      boolean maybeOurs = mayBeWritten != null && existing.isPresent();
      if (maybeOurs && condition.noneOf() != null) {
        // This put or another caller wrote the namespace. Nothing tells which of the two.
        return done(new PutOutcome.OutcomeUnknown());
      }
      if (maybeOurs && existing.get().equals(mayBeWritten)) {
        return done(existing.get(), mayBeCreated);
      }
      if (!condition.holds(current)) {
        return done(
            mayBeWritten == null
                ? new PutOutcome.ConditionFailed()
                : new PutOutcome.OutcomeUnknown());
      }
      if (change.isTimed() && began == null && current.isPresent()) {
        return CompletableFuture.failedStage(
            StoreUnavailable.busy("The time of the group is not known yet. Nothing was changed."));
      }
      Optional<PutOutcome> refusal = current.flatMap(this::refusal);
      return refusal.isPresent() ? done(refusal.get()) : write(stored, current, left);
    }

    /** The reason why no caller may make this change to the namespace; empty if there is none. */
    private Optional<PutOutcome> refusal(Namespace current) {
      if (change.kind() != null && !change.kind().equals(current.kind())) {
        return Optional.of(new PutOutcome.OtherKind(current.kind()));
      }
      if (change.shards() != null && change.shards() != current.shards()) {
        return Optional.of(new PutOutcome.OtherShards(current.shards()));
      }
      for (String list : List.of(Breakdowns.LABELS, Breakdowns.BREAKDOWNS)) {
        if (Breakdowns.of(current).lose(list, change.settings())) {
          return Optional.of(other(current, list));
        }
      }
      try {
        return fixed(current, change.of(current, kinds, began));
      } catch (InvalidInput complaint) {
        return Optional.of(new PutOutcome.Invalid(complaint));
      }
    }

    private Optional<PutOutcome> fixed(Namespace current, Namespace next) {
      for (Setting setting : kinds.of(current).settings()) {
        String value = current.settings().get(setting.name());
        if (setting.isFixed() && !Objects.equals(value, next.settings().get(setting.name()))) {
          return Optional.of(other(current, setting.name()));
        }
      }
      return Optional.empty();
    }

    private static PutOutcome other(Namespace current, String setting) {
      return new PutOutcome.OtherSetting(setting, current.settings().getOrDefault(setting, "none"));
    }

    private CompletionStage<PutOutcome> write(
        Optional<Namespace> stored, Optional<Namespace> current, int left) {
      Namespace next;
      try {
        next = current.isPresent() ? change.of(current.get(), kinds, began) : created(stored);
      } catch (InvalidInput complaint) {
        return done(new PutOutcome.Invalid(complaint));
      }
      if (stored.isPresent() && stored.get().equals(next)) {
        return done(next, mayBeCreated);
      }
      if (current.isEmpty()) {
        return creation
            .create(
                next,
                () -> stored.isPresent() ? store.revive(stored.get(), next) : store.create(next))
            .thenCompose(
                outcome ->
                    outcome.isPresent()
                        ? afterWrite(outcome.get(), next, true, left)
                        : done(tooMany()));
      }
      CompletionStage<CasOutcome> written =
          stored.isPresent() ? store.replace(stored.get(), next) : store.create(next);
      return written.thenCompose(outcome -> afterWrite(outcome, next, false, left));
    }

    /** The namespace that this change creates: the next life of one that is gone. */
    private Namespace created(Optional<Namespace> gone) {
      Namespace first = change.created(kinds);
      return gone.map(first::after).orElse(first);
    }

    private PutOutcome tooMany() {
      return mayBeWritten == null
          ? new PutOutcome.TooMany(creation.most())
          : new PutOutcome.OutcomeUnknown();
    }

    private CompletionStage<PutOutcome> afterWrite(
        CasOutcome outcome, Namespace next, boolean creates, int left) {
      if (outcome == CasOutcome.APPLIED) {
        return done(next, creates || mayBeCreated);
      }
      if (outcome == CasOutcome.UNKNOWN) {
        mayBeWritten = next;
        mayBeCreated |= creates;
      }
      return attempt(left - 1);
    }

    /**
     * Answers that the outcome is unknown if the store became unavailable after a write with an
     * unknown outcome. Passes on any other failure.
     */
    private CompletionStage<PutOutcome> afterFailure(Throwable failure) {
      Throwable cause = StoreUnavailable.causeOf(failure);
      return mayBeWritten != null && cause instanceof StoreUnavailable
          ? done(new PutOutcome.OutcomeUnknown())
          : CompletableFuture.failedFuture(cause);
    }

    private static CompletionStage<PutOutcome> done(Namespace now, boolean created) {
      return done(created ? new PutOutcome.Created(now) : new PutOutcome.Kept(now));
    }

    private static CompletionStage<PutOutcome> done(PutOutcome outcome) {
      return CompletableFuture.completedFuture(outcome);
    }
  }
}
