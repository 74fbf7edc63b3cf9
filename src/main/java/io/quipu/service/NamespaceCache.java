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
 * Namespaces that were found in the last 5 s. The absence of a namespace is never cached, so that a
 * new namespace is found at once. Confined to the context of one server instance.
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

  /** Finds a namespace; empty if it does not exist. Concurrent calls for a name share a read. */
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
          // A read from before a name was forgotten may have found the settings of before.
          if (asked.remove(name, read) && result.succeeded()) {
            result.result().ifPresent(namespace -> found.put(name, namespace));
          }
        });
    return read;
  }

  /** Forgets a namespace, so that the next call reads its settings again. */
  void forget(String name) {
    asked.remove(name);
    found.invalidate(name);
  }
}
