package io.quipu.engine.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Looks up how often counters were purged. What is known of a namespace is kept, because purges are
 * never forgotten: a look reads only later ones. Confined to one context.
 */
public final class KnownLives {
  private static final int MOST_NAMESPACES = 1_000;

  private final CounterPurges purges;
  private final Cache<NamespaceLife, CounterLives> known =
      Caffeine.newBuilder().maximumSize(MOST_NAMESPACES).executor(Runnable::run).build();

  public KnownLives(CounterPurges purges) {
    this.purges = purges;
  }

  /**
   * The lives of the counters of a namespace, as its settings say. Fails with the store
   * unavailable.
   */
  public CompletionStage<CounterLives> of(Namespace namespace) {
    int number = namespace.purges();
    if (number == 0) {
      return CompletableFuture.completedStage(CounterLives.NONE);
    }
    NamespaceLife life = NamespaceLife.of(namespace);
    CounterLives found = known.getIfPresent(life);
    // one that is older than what is known was read before it
    CounterLives from = found == null || found.number() > number ? CounterLives.NONE : found;
    return from.number() == number
        ? CompletableFuture.completedStage(from)
        : purges.purges(life, from.number()).thenApply(log -> extended(life, from, log, number));
  }

  private CounterLives extended(
      NamespaceLife life, CounterLives from, List<Purge> log, int number) {
    List<Purge> decided = log.stream().filter(purge -> purge.number() <= number).toList();
    if (decided.size() != number - from.number()) {
      throw new StoreUnavailable("some purges of " + life + " cannot be read", null);
    }
    CounterLives lives = from.with(decided);
    known.put(life, lives);
    return lives;
  }

  /** A namespace with the lives of its counters. Fails with the store unavailable. */
  public CompletionStage<Namespace> in(Namespace namespace) {
    return of(namespace).thenApply(namespace::knowing);
  }
}
