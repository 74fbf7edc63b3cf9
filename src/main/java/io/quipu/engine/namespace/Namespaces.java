package io.quipu.engine.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The settings of namespaces. The one named {@code default} exists from the beginning, whether or
 * not a row says so.
 */
public final class Namespaces {
  private static final int ATTEMPTS = 4;

  /** So many names are known to be in the list; the others are entered again, which is harmless. */
  private static final int MOST_ENTERED = 20_000;

  private final NamespaceStore store;
  private final KnownKinds kinds;
  private final Scheduler scheduler;
  private final NamespaceCreation creation;
  private final Cache<String, Boolean> entered =
      Caffeine.newBuilder().maximumSize(MOST_ENTERED).executor(Runnable::run).build();

  /**
   * @param most that there may be, the one named {@code default} among them
   */
  public Namespaces(NamespaceStore store, KnownKinds kinds, Scheduler scheduler, int most) {
    this.store = store;
    this.kinds = kinds;
    this.scheduler = scheduler;
    this.creation = new NamespaceCreation(store, this::enter, most);
  }

  /** The namespace, if it exists. Fails with the store unavailable. */
  public CompletionStage<Optional<Namespace>> find(String name) {
    return store
        .find(name)
        .thenApply(
            stored -> {
              stored.ifPresent(this::enter);
              return stored.or(() -> implicit(name));
            });
  }

  /**
   * Namespaces in the order of their names, after {@code after} (exclusive; empty for the first
   * page), at most {@code limit}. Fails with the store unavailable.
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

  /** Gives {@code default} a row, so that whoever reads the table finds it there. */
  public CompletionStage<CasOutcome> ensureDefault() {
    return store.create(Namespace.DEFAULT);
  }

  /**
   * Enters a namespace in the list, unless this process has done so. Who creates one may fail
   * before that: so whoever finds one enters it, too.
   */
  private CompletionStage<Boolean> enter(Namespace found) {
    if (entered.getIfPresent(found.name()) != null) {
      return CompletableFuture.completedStage(true);
    }
    return store
        .enter(Listed.of(found))
        .thenApply(
            outcome -> {
              boolean written = outcome == WriteOutcome.WRITTEN;
              if (written) {
                entered.put(found.name(), true);
              }
              return written;
            });
  }

  /**
   * Creates the namespace, or changes those of its settings that are named. Fails with the store
   * unavailable, when nothing was changed.
   */
  public CompletionStage<PutOutcome> put(NamespacePut wanted) {
    Put put = new Put(wanted);
    return put.attempt(ATTEMPTS)
        .thenCompose(this::listed)
        .thenCompose(outcome -> held(outcome, put.holdsAfter(outcome)));
  }

  /** Says so when all who record count by it, who may have read the settings a moment before. */
  private CompletionStage<PutOutcome> held(PutOutcome outcome, Duration wait) {
    return wait.isZero()
        ? CompletableFuture.completedStage(outcome)
        : scheduler.pause(wait).thenApply(over -> outcome);
  }

  /** Enters a namespace into the list before anybody is told that it exists. */
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
   * One put: read, write on the condition that nothing has changed since, and read again whenever
   * the write did not certainly succeed. An unknown outcome is never taken for a no.
   */
  private final class Put {
    private final NamespaceChange change;
    private final Precondition condition;

    /** The namespace that a write with an unknown outcome would have made. */
    private @Nullable Namespace mayBeWritten;

    private boolean mayBeCreated;

    Put(NamespacePut wanted) {
      this.change = wanted.change();
      this.condition = wanted.condition();
    }

    /**
     * The time for which others may still count by settings that are not those of the outcome. Not
     * zero after an outcome that changed nothing: it may repeat a change that nobody was told of.
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
      boolean names = change.deduplicate() != null || !change.settings().isEmpty();
      return names ? kinds.of(now).changesHoldAfter() : Duration.ZERO;
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
      Optional<Namespace> current = stored.or(() -> implicit(change.name()));
      boolean maybeOurs = mayBeWritten != null && stored.isPresent();
      if (maybeOurs && condition.noneOf() != null) {
        // Somebody else may have created the same: whose it is cannot be told.
        return done(new PutOutcome.OutcomeUnknown());
      }
      if (maybeOurs && stored.get().equals(mayBeWritten)) {
        return done(stored.get(), mayBeCreated);
      }
      if (!condition.holds(current)) {
        return done(
            mayBeWritten == null
                ? new PutOutcome.ConditionFailed()
                : new PutOutcome.OutcomeUnknown());
      }
      Optional<PutOutcome> refusal = current.flatMap(this::refusal);
      return refusal.isPresent() ? done(refusal.get()) : write(stored, current, left);
    }

    /** The reason that forbids to change a namespace in this way, whoever changes it. */
    private Optional<PutOutcome> refusal(Namespace current) {
      if (change.kind() != null && !change.kind().equals(current.kind())) {
        return Optional.of(new PutOutcome.OtherKind(current.kind()));
      }
      if (change.shards() != null && change.shards() != current.shards()) {
        return Optional.of(new PutOutcome.OtherShards(current.shards()));
      }
      try {
        Namespace next = change.of(current, kinds);
        return fixed(current, next);
      } catch (InvalidInput complaint) {
        return Optional.of(new PutOutcome.Invalid(complaint));
      }
    }

    private Optional<PutOutcome> fixed(Namespace current, Namespace next) {
      for (Setting setting : kinds.of(current).settings()) {
        String value = current.settings().get(setting.name());
        if (setting.isFixed() && !Objects.equals(value, next.settings().get(setting.name()))) {
          return Optional.of(
              new PutOutcome.OtherSetting(setting.name(), value == null ? "none" : value));
        }
      }
      return Optional.empty();
    }

    private CompletionStage<PutOutcome> write(
        Optional<Namespace> stored, Optional<Namespace> current, int left) {
      Namespace next;
      try {
        next = current.isPresent() ? change.of(current.get(), kinds) : change.created(kinds);
      } catch (InvalidInput complaint) {
        return done(new PutOutcome.Invalid(complaint));
      }
      if (stored.isPresent() && stored.get().equals(next)) {
        return done(next, mayBeCreated);
      }
      if (current.isEmpty()) {
        return creation
            .create(next)
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

    /** A failed read leaves it open what a write before it did. */
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
