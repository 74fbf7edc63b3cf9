package io.quipu.service.auth;

import io.quipu.engine.store.CasOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The store of keys, without their secrets. Reads fail if the store is unavailable. */
public interface KeyStore {
  CompletionStage<Optional<StoredKey>> find(String id);

  /** Creates a key; refused if a key of this id exists. */
  CompletionStage<CasOutcome> create(StoredKey key);

  /** Deletes a key; refused if no key of this id exists. */
  CompletionStage<CasOutcome> delete(String id);

  /**
   * Lists at most {@code limit} keys in the order of their ids, from the first id after {@code
   * after}, exclusive; an empty {@code after} lists from the first key.
   */
  CompletionStage<List<StoredKey>> list(String after, int limit);

  /** Reads the origins of all keys; each call of {@code each} gets the origins of one key. */
  CompletionStage<Void> origins(Consumer<List<String>> each);
}
