package io.quipu.service.auth;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.service.bus.Address;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the keys on the bus; one instance is enough for a process. */
public final class KeyVerticle extends VerticleBase {
  /**
   * Finds the caller of a credential, empty if it opens nothing. Fails with the store unavailable.
   */
  public static final Address<Credential, Optional<Caller>> FIND = Address.of("key.find");

  /** Creates a key. */
  public static final Address<Grant, Keys.NewKey> CREATE = Address.of("key.create");

  /** Deletes the key of an id. */
  public static final Address<String, CasOutcome> DELETE = Address.of("key.delete");

  /** A page of the keys that there are. Fails with the store unavailable. */
  public static final Address<Page, Listing> LIST = Address.of("key.list");

  /** The age that known origins may have; a preflight of a new one is refused so long. */
  private static final Duration ORIGINS_AGE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(KeyVerticle.class);

  private final Function<Context, KeyStore> store;
  private final Clock clock;
  private final KeyOrigins origins;
  private final @Nullable Credential bootstrap;

  /**
   * @param bootstrap the key that opens everything, if there is one
   * @param origins is told every some seconds which ones keys name
   */
  public KeyVerticle(
      Function<Context, KeyStore> store,
      Clock clock,
      KeyOrigins origins,
      @Nullable Credential bootstrap) {
    this.store = store;
    this.clock = clock;
    this.origins = origins;
    this.bootstrap = bootstrap;
  }

  @Override
  public Future<?> start() {
    Keys keys = new Keys(store.apply(context), clock, origins, bootstrap);
    refreshOrigins(keys);
    return Future.all(
        FIND.serve(vertx.eventBus(), keys::find).completion(),
        CREATE.serve(vertx.eventBus(), keys::create).completion(),
        DELETE.serve(vertx.eventBus(), keys::delete).completion(),
        LIST.serve(
                vertx.eventBus(),
                page -> keys.list(page.after(), page.limit()).thenApply(Listing::new))
            .completion());
  }

  /** The next look is asked for when this one is over, so that they never overlap. */
  private void refreshOrigins(Keys keys) {
    keys.refreshOrigins()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Could not read the origins of keys: {}", failure.toString());
              }
              vertx.setTimer(ORIGINS_AGE.toMillis(), again -> refreshOrigins(keys));
            });
  }

  /** At most {@code limit} keys with ids after {@code after}. */
  public record Page(String after, int limit) {}

  public record Listing(List<StoredKey> keys) {}
}
