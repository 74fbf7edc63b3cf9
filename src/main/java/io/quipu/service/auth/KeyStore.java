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

  /** The keys with ids after {@code after} (exclusive; empty for the first page), by id. */
  CompletionStage<List<StoredKey>> list(String after, int limit);

  /** Reads all origins that keys name; {@code each} receives the origins of one key a call. */
  CompletionStage<Void> origins(Consumer<List<String>> each);
}
