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
 * @param bootstrap the configured key with every right; null if none is configured
 * @param outlines receives the outlines of all keys: at deployment, 10 s after each read, and after
 *     the creation of a key with origins
 */
public record KeyVerticle(
    Function<Context, KeyStore> store,
    Clock clock,
    KeyOutlines outlines,
    @Nullable Credential bootstrap)
    implements Deployable {
  /** Finds the caller of a key; empty if the key is not valid. Fails as {@link Keys#find}. */
  public static final Address<Credential, Optional<Caller>> FIND = Address.of("key.find");

  /** Creates a key. */
  public static final Address<KeyDraft, Keys.NewKey> CREATE = Address.of("key.create");

  /** Deletes the key of an id. */
  public static final Address<String, CasOutcome> DELETE = Address.of("key.delete");

  /** Lists keys in the order of their ids. Fails if the store is unavailable. */
  public static final Address<ListRequest, List<StoredKey>> LIST = Address.of("key.list");

  /**
   * The pause between two periodic reads of outlines. The origins of a key that another process has
   * created may be refused in preflights until the next read.
   */
  private static final Duration OUTLINES_AGE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(KeyVerticle.class);

  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    Keys keys = new Keys(store.apply(context), clock, outlines, bootstrap);
    refresh(context.owner(), keys);
    return Future.all(
        FIND.serve(bus, keys::find),
        CREATE.serve(bus, keys::create),
        DELETE.serve(bus, keys::delete),
        LIST.serve(bus, some -> keys.list(some.after(), some.limit())));
  }

  /** Reads the outlines, and schedules the next read only after the end of this read. */
  private static void refresh(Vertx vertx, Keys keys) {
    keys.refreshOutlines()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Could not read the outlines of keys: {}", failure.toString());
              }
              vertx.setTimer(OUTLINES_AGE.toMillis(), again -> refresh(vertx, keys));
            });
  }
}
