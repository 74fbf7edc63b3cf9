package io.quipu.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.LookedUp;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces that were looked up in the last 5 s, at most 10,000. The age counts from the
 * asking, because settings may change while the answer is on its way. The absence of a namespace is
 * not cached, so that a new namespace is found at once. Confined to the context of one server
 * instance.
 */
final class NamespaceCache {
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

  NamespaceCache(
      Clock clock, Scheduler scheduler, Function<String, Future<Optional<Namespace>>> source) {
    this.source = source;
    this.clock = clock;
    this.scheduler = scheduler;
    this.found = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
    this.usedUp = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
  }

  /**
   * Finds a namespace; empty if the namespace does not exist. Concurrent calls for the same name
   * share one read while it is young, and fail if this read fails. Fails with a timeout if the
   * answer comes more than 5 s after the asking. Does not depend on {@link #known} after the
   * answer: a change of the namespace may have emptied the cache meanwhile, and the answer is as
   * young as before.
   */
  Future<Optional<Namespace>> find(String name) {
    Namespace known = known(name);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    Pending pending = pending(name);
    return pending.read.compose(
        found ->
            LookedUp.isYoung(pending.asked, clock)
                ? Future.succeededFuture(found)
                : Future.failedFuture(
                    new ReplyException(ReplyFailure.TIMEOUT, "an old answer about " + name)));
  }

  private Pending pending(String name) {
    Pending pending = asked.get(name);
    return pending == null || !LookedUp.isYoung(pending.asked, clock) ? ask(name) : pending;
  }

  /**
   * Finds a namespace with the settings that it has now or later. So many calls may need that as
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

  /** Removes a namespace from the cache, so that the next call of {@link #find} starts a read. */
  void forget(String name) {
    asked.remove(name);
    found.invalidate(name);
  }
}
