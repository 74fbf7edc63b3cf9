package io.quipu.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.LookedUp;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces that were looked up in the last 5 s, at most 10,000. The age counts from the
 * asking, because settings may change while the answer is on its way. The absence of a namespace is
 * not cached, so that a new namespace is found at once. Confined to the context of one server
 * instance.
 *
 * <p>Settings may thus be too old for a use, which then names something that they do not have
 * ({@link InvalidInput#isUnknown}). So it is tried again with the settings of now, and is refused
 * only if these are the same, or do not have it either. A use has done nothing yet when it throws
 * {@link InvalidInput} or {@link InvalidDraft}.
 */
public final class KnownNamespaces {
  private static final int MOST = 10_000;

  /** The mean time between two reads of a namespace that {@link #findAnew} begins. */
  private static final Duration APART = Duration.ofSeconds(1);

  /** The maximum number of these reads at once. */
  private static final int AT_ONCE = 20;

  private final Function<String, Future<Optional<Namespace>>> source;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Cache<String, LookedUp> found;
  private final Map<String, Pending> asked = new HashMap<>();

  /** The monotonic time up to which reads of {@link #findAnew} are used up. */
  private final Cache<String, Long> usedUp;

  /** The reads that {@link #findAnew} is going to begin. */
  private final Map<String, Future<Optional<Namespace>>> next = new HashMap<>();

  /**
   * @param asked monotonic time of the asking
   */
  private record Pending(Future<Optional<Namespace>> read, long asked) {}

  KnownNamespaces(
      Clock clock, Scheduler scheduler, Function<String, Future<Optional<Namespace>>> source) {
    this.source = source;
    this.clock = clock;
    this.scheduler = scheduler;
    this.found = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
    this.usedUp = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
  }

  /**
   * Finds a namespace, with settings that may be 5 s old. Fails with {@link
   * Reason#UNKNOWN_NAMESPACE} if the namespace does not exist.
   */
  public Future<Namespace> find(String name) {
    return lookUp(name).map(found -> found.orElseThrow(() -> unknown(name)));
  }

  /** The failure of a request that names a namespace which does not exist. */
  public static ServiceFailure unknown(String namespace) {
    return new ServiceFailure(
        Reason.UNKNOWN_NAMESPACE,
        "namespace",
        "There is no namespace " + namespace + ". Create it with PUT /v1/namespaces/" + namespace);
  }

  /** Finds the namespace of a counter; fails as {@link #find} does. */
  public Future<KnownCounter> known(CounterName counter) {
    return find(counter.namespace()).map(found -> new KnownCounter(counter, found));
  }

  /** Finds a namespace with its stored settings, not with cached ones; fails as {@link #find}. */
  public Future<Namespace> fresh(String name) {
    forget(name);
    return find(name);
  }

  /** Looks up a namespace with its stored settings; empty if the namespace does not exist. */
  public Future<Optional<Namespace>> lookUpAnew(String name) {
    forget(name);
    return lookUp(name);
  }

  /**
   * Finds the namespaces of a list of counters, by name.
   *
   * @param list the name of the list in the request, for a failure; null if there is no list
   */
  public Future<Map<String, Namespace>> of(@Nullable String list, List<CounterName> counters) {
    return new NamespaceLookup(this::find, list).of(counters);
  }

  /**
   * Looks up a namespace as {@link #find} does; empty if the namespace does not exist. Concurrent
   * calls for the same name share one read while it is young, and fail if this read fails. Fails
   * with a timeout if the answer comes more than 5 s after the asking. Does not depend on {@link
   * #known(String)} after the answer: a change of the namespace may have emptied the cache
   * meanwhile, and the answer is as young as before.
   */
  public Future<Optional<Namespace>> lookUp(String name) {
    Namespace known = known(name);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    Pending pending = pending(name);
    return pending
        .read
        .compose(
            found ->
                LookedUp.isYoung(pending.asked, clock)
                    ? Future.succeededFuture(found)
                    : Future.failedFuture(
                        new ReplyException(ReplyFailure.TIMEOUT, "an old answer about " + name)))
        .recover(BusFailures::unreadable);
  }

  private Pending pending(String name) {
    Pending pending = asked.get(name);
    return pending == null || !LookedUp.isYoung(pending.asked, clock) ? ask(name) : pending;
  }

  /** The namespace if it was looked up lately; null if not. */
  @Nullable Namespace known(String name) {
    LookedUp known = found.getIfPresent(name);
    return known == null ? null : known.usable(clock);
  }

  private Pending ask(String name) {
    long now = clock.monotonicNanos();
    Future<Optional<Namespace>> read = source.apply(name);
    Pending pending = new Pending(read, now);
    asked.put(name, pending);
    read.onComplete(
        result -> {
          // A read that began before forget() may have found the old settings, so is not cached.
          if (asked.remove(name, pending) && result.succeeded()) {
            result.result().ifPresent(one -> found.put(name, new LookedUp(one, now)));
          }
        });
    return pending;
  }

  /** Removes a namespace, so that the next call of {@link #lookUp} starts a read. */
  void forget(String name) {
    asked.remove(name);
    found.invalidate(name);
  }

  /**
   * Looks up a namespace with the settings that it has now or later. So many calls may need that as
   * name something unknown. So at most 20 reads of a namespace begin at once, and one a second
   * after that. The calls in between wait for the next read, and share it.
   */
  Future<Optional<Namespace>> findAnew(String name) {
    Future<Optional<Namespace>> planned = next.get(name);
    if (planned != null) {
      return planned;
    }
    long now = clock.monotonicNanos();
    Long until = usedUp.getIfPresent(name);
    long ahead = until == null ? 0 : Math.max(0, until - now);
    usedUp.put(name, now + ahead + APART.toNanos());
    long wait = ahead - (AT_ONCE - 1) * APART.toNanos();
    if (wait <= 0) {
      return ask(name).read;
    }
    Promise<Optional<Namespace>> read = Promise.promise();
    next.put(name, read.future());
    scheduler.after(
        Duration.ofNanos(wait),
        () -> {
          next.remove(name);
          ask(name).read.onComplete(read);
        });
    return read.future();
  }

  /** Looks up the settings that a namespace has now, see {@link #findAnew}. */
  public Future<Namespace> now(Namespace found) {
    return findAnew(found.name())
        .recover(BusFailures::unreadable)
        .map(now -> now.orElseThrow(() -> unknown(found.name())));
  }

  /** Uses a namespace. Fails as {@link #find} does. */
  public <T> Future<T> use(String name, Function<Namespace, Future<T>> use) {
    return find(name)
        .compose(
            found -> {
              try {
                return use.apply(found);
              } catch (InvalidInput refusal) {
                return again(found, refusal, refusal, use);
              } catch (InvalidDraft refusal) {
                return again(found, refusal, refusal.finding(), use);
              }
            });
  }

  /** Uses the namespace of a counter, as {@link #use(String, Function)} does. */
  public <T> Future<T> use(CounterName counter, Function<KnownCounter, Future<T>> use) {
    return use(counter.namespace(), namespace -> use.apply(new KnownCounter(counter, namespace)));
  }

  private <T> Future<T> again(
      Namespace found,
      RuntimeException refusal,
      InvalidInput finding,
      Function<Namespace, Future<T>> use) {
    return finding.isUnknown()
        ? now(found)
            .compose(newer -> newer.equals(found) ? Future.failedFuture(refusal) : use.apply(newer))
        : Future.failedFuture(refusal);
  }

  /**
   * Uses several namespaces to accept events, as {@link #use(String, Function)} does.
   *
   * @param found the namespaces, by name
   */
  public <T> Future<T> use(
      Map<String, Namespace> found, Function<Map<String, Namespace>, Future<T>> use) {
    return use(found, new HashSet<>(), use);
  }

  /**
   * @param tried the namespaces whose settings are those of now
   */
  private <T> Future<T> use(
      Map<String, Namespace> found,
      Set<String> tried,
      Function<Map<String, Namespace>, Future<T>> use) {
    try {
      return use.apply(found);
    } catch (InvalidDraft refusal) {
      String refusing = refusal.draft().counter().namespace();
      if (!tried.add(refusing)) {
        return Future.failedFuture(refusal);
      }
      return again(
          Objects.requireNonNull(found.get(refusing)),
          refusal,
          refusal.finding(),
          newer -> {
            Map<String, Namespace> others = new HashMap<>(found);
            others.put(refusing, newer);
            return use(others, tried, use);
          });
    }
  }

  /**
   * Makes sure that counters which were read are still those that one finds by their names, as of
   * at most 5 s ago. What is deleted later than that is still whole, however long the read took.
   *
   * @param counters of any namespaces
   */
  Future<Void> requireUndeleted(Collection<KnownCounter> counters) {
    Map<String, List<KnownCounter>> byNamespace = Map.of();
    for (KnownCounter counter : counters) {
      String name = counter.name().namespace();
      if (!counter.namespace().equals(known(name))) {
        byNamespace = byNamespace.isEmpty() ? new HashMap<>() : byNamespace;
        byNamespace.computeIfAbsent(name, any -> new ArrayList<>()).add(counter);
      }
    }
    Future<Void> all = Future.succeededFuture();
    for (Map.Entry<String, List<KnownCounter>> some : byNamespace.entrySet()) {
      all =
          all.compose(before -> lookUp(some.getKey()))
              .compose(now -> requireSame(now, some.getKey(), some.getValue()));
    }
    return all;
  }

  private static Future<Void> requireSame(
      Optional<Namespace> found, String name, List<KnownCounter> counters) {
    Namespace now = found.orElseThrow(() -> unknown(name));
    return counters.stream().allMatch(one -> one.name().equals(one.name().in(now)))
        ? Future.succeededFuture()
        : BusFailures.unavailable("A counter was deleted while it was read. Ask again.");
  }
}
