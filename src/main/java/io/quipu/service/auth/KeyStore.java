package io.quipu.service.auth;

import io.quipu.engine.store.CasOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The keys, without their secrets. Reads fail with the store unavailable. */
public interface KeyStore {
  CompletionStage<Optional<StoredKey>> find(String id);

  /** Refused if there is a key of this id. */
  CompletionStage<CasOutcome> create(StoredKey key);

  /** Refused if there is no key of this id. */
  CompletionStage<CasOutcome> delete(String id);

  /** The keys with ids after {@code after} (exclusive; empty for the first page), by id. */
  CompletionStage<List<StoredKey>> list(String after, int limit);

  /** All origins that keys name, those of each key together. */
  CompletionStage<Void> origins(Consumer<List<String>> each);
}
