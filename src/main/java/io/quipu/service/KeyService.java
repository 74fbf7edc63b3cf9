package io.quipu.service;

import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.auth.Keys;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.bus.ListRequest;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;

/** Creates, lists and deletes the keys of callers. */
public final class KeyService {
  private final EventBus bus;
  private final Duration timeout;

  KeyService(EventBus bus, Duration timeout) {
    this.bus = bus;
    this.timeout = timeout;
  }

  /**
   * Creates a key. The outcome in the result tells whether the key was created. Fails with {@link
   * Reason#OUTCOME_UNKNOWN} if there was no reply in time.
   */
  public Future<Keys.NewKey> create(KeyDraft draft) {
    return KeyVerticle.CREATE.request(bus, draft, timeout).recover(KeyService::unknown);
  }

  /** Deletes a key. Fails with {@link Reason#OUTCOME_UNKNOWN} if there was no reply in time. */
  public Future<CasOutcome> delete(String id) {
    return KeyVerticle.DELETE.request(bus, id, timeout).recover(KeyService::unknown);
  }

  private static <T> Future<T> unknown(Throwable failure) {
    return BusFailure.of(failure) == BusFailure.TIMEOUT
        ? Future.failedFuture(outcomeUnknown())
        : BusFailures.unreadable(failure);
  }

  /** Makes the failure for a creation or deletion that may or may not have happened. */
  public static ServiceFailure outcomeUnknown() {
    return new ServiceFailure(
        Reason.OUTCOME_UNKNOWN,
        "The key may or may not have been created or deleted. Nobody has seen a new one: create"
            + " another. Delete an old one again.");
  }

  /** Lists at most {@code limit} keys with ids after {@code after}, in the order of their ids. */
  public Future<List<StoredKey>> list(String after, int limit) {
    return KeyVerticle.LIST
        .request(bus, new ListRequest(after, limit), timeout)
        .recover(BusFailures::unreadable);
  }
}
