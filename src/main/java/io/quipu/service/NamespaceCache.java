package io.quipu.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.time.Clock;
import io.vertx.core.Future;
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

  private final Function<String, Future<Optional<Namespace>>> source;
  private final Clock clock;
  private final Cache<String, Found> found;
  private final Map<String, Pending> asked = new HashMap<>();

  /**
   * @param asked monotonic time of the asking
   */
  private record Found(Namespace namespace, long asked) {}

  /**
   * @param asked monotonic time of the asking
   */
  private record Pending(Future<Optional<Namespace>> read, long asked) {}

  NamespaceCache(Clock clock, Function<String, Future<Optional<Namespace>>> source) {
    this.source = source;
    this.clock = clock;
    this.found = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
  }

  /**
   * Finds a namespace; empty if the namespace does not exist. Concurrent calls for the same name
   * share one read while it is young, and fail if this read fails.
   */
  Future<Optional<Namespace>> find(String name) {
    Namespace known = known(name);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    Pending pending = asked.get(name);
    return pending == null || !isYoung(pending.asked) ? ask(name) : pending.read;
  }

  /** The namespace if it was looked up lately; null if not. */
  @Nullable Namespace known(String name) {
    Found known = found.getIfPresent(name);
    return known != null && isYoung(known.asked) ? known.namespace : null;
  }

  private boolean isYoung(long time) {
    return clock.monotonicNanos() - time < Namespaces.CACHED.toNanos();
  }

  private Future<Optional<Namespace>> ask(String name) {
    long now = clock.monotonicNanos();
    Future<Optional<Namespace>> read = source.apply(name);
    Pending pending = new Pending(read, now);
    asked.put(name, pending);
    read.onComplete(
        result -> {
          // A read that began before forget() may have found the old settings, so is not cached.
          if (asked.remove(name, pending) && result.succeeded()) {
            result.result().ifPresent(one -> found.put(name, new Found(one, now)));
          }
        });
    return read;
  }

  /** Removes a namespace from the cache, so that the next call of {@link #find} starts a read. */
  void forget(String name) {
    asked.remove(name);
    found.invalidate(name);
  }
}
