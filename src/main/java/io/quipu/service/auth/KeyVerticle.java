package io.quipu.service.auth;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ListRequest;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the keys on the bus; one instance is enough for a process.
 *
 * @param bootstrap the key with every right; null if there is none
 * @param origins receives the origins that keys name every 10 s
 */
public record KeyVerticle(
    Function<Context, KeyStore> store,
    Clock clock,
    KeyOrigins origins,
    @Nullable Credential bootstrap)
    implements Deployable {
  /** Finds the caller of a credential; empty if not valid. Fails if the store is unavailable. */
  public static final Address<Credential, Optional<Caller>> FIND = Address.of("key.find");

  /** Creates a key. */
  public static final Address<Grant, Keys.NewKey> CREATE = Address.of("key.create");

  /** Deletes the key of an id. */
  public static final Address<String, CasOutcome> DELETE = Address.of("key.delete");

  /** Lists some of the keys by id. Fails if the store is unavailable. */
  public static final Address<ListRequest, List<StoredKey>> LIST = Address.of("key.list");

  /** The time between two reads of origins; preflights of a new origin may fail until then. */
  private static final Duration ORIGINS_AGE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(KeyVerticle.class);

  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    Keys keys = new Keys(store.apply(context), clock, origins, bootstrap);
    refreshOrigins(context.owner(), keys);
    return Future.all(
        FIND.serve(bus, keys::find),
        CREATE.serve(bus, keys::create),
        DELETE.serve(bus, keys::delete),
        LIST.serve(bus, some -> keys.list(some.after(), some.limit())));
  }

  /** Reads the origins, and schedules the next read afterwards, so that reads never overlap. */
  private static void refreshOrigins(Vertx vertx, Keys keys) {
    keys.refreshOrigins()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Could not read the origins of keys: {}", failure.toString());
              }
              vertx.setTimer(ORIGINS_AGE.toMillis(), again -> refreshOrigins(vertx, keys));
            });
  }
}
