package io.quipu.service.auth;

import io.quipu.engine.store.CasOutcome;
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
  public CompletionStage<Void> origins(Consumer<List<String>> each) {
    keys.values().forEach(key -> each.accept(key.grant().origins()));
    return CompletableFuture.completedStage(null);
  }
}
