package io.quipu.collect;

import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * How long the rows of a namespace are kept, as its settings say. What was read is believed for a
 * few seconds, what could not be read is never guessed. Bounded; confined to one context.
 */
public final class Retention {
  private static final int MOST = 1_000;
  private static final long BELIEVED = Duration.ofSeconds(10).toNanos();

  private final Function<String, CompletionStage<Optional<Namespace>>> namespaces;
  private final Clock clock;
  private final Map<String, Known> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MOST;
        }
      };

  private record Known(Span retain, long read) {}

  /**
   * @param namespaces finds the settings of a namespace
   */
  public Retention(Function<String, CompletionStage<Optional<Namespace>>> namespaces, Clock clock) {
    this.namespaces = namespaces;
    this.clock = clock;
  }

  /** Fails with the store unavailable, also where there is no such namespace. */
  CompletionStage<Span> of(String namespace) {
    Known before = known.get(namespace);
    if (before != null && clock.monotonicNanos() - before.read < BELIEVED) {
      return CompletableFuture.completedStage(before.retain);
    }
    long asked = clock.monotonicNanos();
    return namespaces
        .apply(namespace)
        .thenApply(
            found -> {
              Span retain =
                  found
                      .map(Namespace::retain)
                      .orElseThrow(() -> new StoreUnavailable("a namespace is missing", null));
              known.put(namespace, new Known(retain, asked));
              return retain;
            });
  }
}
