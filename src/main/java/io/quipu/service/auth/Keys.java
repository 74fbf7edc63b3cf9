package io.quipu.service.auth;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Finds, creates, lists and deletes keys. Confined to one context. */
public final class Keys {
  /**
   * A credential to compare with for an unknown id, so that the check takes as long as for a wrong
   * secret.
   */
  private static final Credential NOBODY = new Credential("", "0".repeat(64));

  private final KeyStore store;
  private final Clock clock;
  private final KeyOutlines outlines;
  private final KeyUse use;
  private final SecureRandom random = new SecureRandom();
  private final @Nullable Credential bootstrap;

  /**
   * @param bootstrap the configured key with every right, not in the store; null if there is none
   * @param outlines receives the outlines of all keys
   */
  public Keys(KeyStore store, Clock clock, KeyOutlines outlines, @Nullable Credential bootstrap) {
    this.store = store;
    this.clock = clock;
    this.outlines = outlines;
    this.use = new KeyUse(store, clock);
    this.bootstrap = bootstrap;
  }

  /**
   * Finds the caller of a key; empty if the key does not exist, has another secret, or has expired.
   * Fails if the store is unavailable, except for the bootstrap key.
   */
  public CompletionStage<Optional<Caller>> find(Credential shown) {
    // The id of the bootstrap key with a wrong secret is looked up: no timing reveals this id.
    if (bootstrap != null && bootstrap.opens(shown)) {
      return CompletableFuture.completedStage(Optional.of(new Caller(shown, Grant.EVERYTHING)));
    }
    return store
        .find(shown.id())
        .thenApply(
            found -> {
              boolean opens = found.map(StoredKey::credential).orElse(NOBODY).opens(shown);
              return opens
                  ? found
                      .filter(key -> !key.grant().isOver(clock.wall()))
                      .map(key -> used(key, shown))
                  : Optional.empty();
            });
  }

  private Caller used(StoredKey key, Credential shown) {
    use.note(key);
    return new Caller(shown, key.grant());
  }

  /** Creates a key. Never fails. */
  public CompletionStage<NewKey> create(KeyDraft draft) {
    ApiKey key = ApiKey.random(random);
    EventTime now = EventTime.of(clock.wall().instant().truncatedTo(ChronoUnit.MILLIS));
    StoredKey stored = new StoredKey(key.credential(), draft, now, null);
    return store
        .create(stored)
        .thenApply(
            outcome -> {
              if (outcome == CasOutcome.APPLIED && !draft.grant().origins().isEmpty()) {
                // not awaited: if this read fails, the next periodic read has the new origins
                var unused = refreshOutlines();
              }
              return new NewKey(key, stored, outcome);
            });
  }

  /** Deletes a key. Never fails. After an unknown outcome, the deletion may be repeated. */
  public CompletionStage<CasOutcome> delete(String id) {
    return store.delete(id);
  }

  /** Lists keys as {@link KeyStore#list} does. Fails if the store is unavailable. */
  public CompletionStage<List<StoredKey>> list(String after, int limit) {
    return store.list(after, limit);
  }

  /**
   * Reads the outlines of all keys. Fails if the store is unavailable; the outlines that were read
   * before are then kept.
   */
  public CompletionStage<Void> refreshOutlines() {
    KeyOutlines.Reading reading = outlines.read();
    return store.outlines(reading::add).thenRun(reading::end);
  }

  /**
   * A new key with the outcome of its creation.
   *
   * @param outcome the key may be given to its holder only after {@link CasOutcome#APPLIED}
   */
  public record NewKey(ApiKey key, StoredKey stored, CasOutcome outcome) {}

  /** Rounds a time down to the millisecond, because the store keeps only milliseconds. */
  public static EventTime toMillis(EventTime time) {
    Instant floor = time.instant().truncatedTo(ChronoUnit.MILLIS);
    return EventTime.of(floor);
  }
}
