package io.quipu.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The namespaces that were found in the last 5 s, at most 10,000. The absence of a namespace is not
 * cached, so that a new namespace is found at once. Confined to the context of one server instance.
 */
final class NamespaceCache {
  private static final int MOST = 10_000;
  private static final Duration AGE = Duration.ofSeconds(5);

  private final Function<String, Future<Optional<Namespace>>> source;
  private final Cache<String, Namespace> found;
  private final Map<String, Future<Optional<Namespace>>> asked = new HashMap<>();

  NamespaceCache(Clock clock, Function<String, Future<Optional<Namespace>>> source) {
    this.source = source;
    this.found =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(AGE)
            .ticker(clock::monotonicNanos)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Finds a namespace; empty if the namespace does not exist. Concurrent calls for the same name
   * share one read, and fail if this read fails.
   */
  Future<Optional<Namespace>> find(String name) {
    Namespace known = found.getIfPresent(name);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    Future<Optional<Namespace>> pending = asked.get(name);
    return pending == null ? ask(name) : pending;
  }

  private Future<Optional<Namespace>> ask(String name) {
    Future<Optional<Namespace>> read = source.apply(name);
    asked.put(name, read);
    read.onComplete(
        result -> {
          // A read that began before forget() may have found the old settings, so is not cached.
          if (asked.remove(name, read) && result.succeeded()) {
            result.result().ifPresent(namespace -> found.put(name, namespace));
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
