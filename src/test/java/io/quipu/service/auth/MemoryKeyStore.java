package io.quipu.service.auth;

import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Keys in memory, as a store that never fails has them. */
final class MemoryKeyStore implements KeyStore {
  final TreeMap<String, StoredKey> keys = new TreeMap<>();

  /** The number of requests for one. */
  int finds;

  /** The number of notes of a use, and whether what comes of them is unknown. */
  int uses;

  boolean failing;

  @Override
  public CompletionStage<Optional<StoredKey>> find(String id) {
    finds++;
    return CompletableFuture.completedStage(Optional.ofNullable(keys.get(id)));
  }

  @Override
  public CompletionStage<CasOutcome> create(StoredKey key) {
    return applied(keys.putIfAbsent(key.id(), key) == null);
  }

  @Override
  public CompletionStage<CasOutcome> delete(String id) {
    return applied(keys.remove(id) != null);
  }

  private static CompletionStage<CasOutcome> applied(boolean applied) {
    return CompletableFuture.completedStage(applied ? CasOutcome.APPLIED : CasOutcome.REFUSED);
  }

  @Override
  public CompletionStage<List<StoredKey>> list(String after, int limit) {
    return CompletableFuture.completedStage(
        keys.tailMap(after, false).values().stream().limit(limit).toList());
  }

  @Override
  public CompletionStage<CasOutcome> used(StoredKey found, EventTime hour) {
    uses++;
    return failing
        ? CompletableFuture.completedStage(CasOutcome.UNKNOWN)
        : applied(keys.replace(found.id(), found, found.used(hour)));
  }

  @Override
  public CompletionStage<Void> outlines(Consumer<Outline> each) {
    keys.values()
        .forEach(key -> each.accept(new Outline(key.grant().origins(), key.grant().expires())));
    return CompletableFuture.completedStage(null);
  }
}
