package io.quipu.engine.keys;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /**
   * Notes that a key was used; refused if the key is not there as it was found, or was noted
   * meanwhile.
   *
   * @param found the key as it was found
   * @param hour the begin of the hour of the use, after the last use that was found
   */
  CompletionStage<CasOutcome> used(StoredKey found, EventTime hour);

  /** Reads the outlines of all keys; each call of {@code each} gets one. */
  CompletionStage<Void> outlines(Consumer<Outline> each);

  /**
   * The parts of a key that have to be known of all keys.
   *
   * @param expires null if the key does not expire
   */
  record Outline(List<String> origins, @Nullable EventTime expires) {}
}
