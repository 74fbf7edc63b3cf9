package io.quipu.service.auth;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.time.Periodic;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.ListRequest;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
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

  /**
   * Tells whether a key names an origin, by a read that begins after the request: whoever has just
   * been given a key is let in, by every process.
   */
  public static final Address<String, Boolean> NAMES_ORIGIN = Address.of("key.origin");

  /** Lists keys in the order of their ids. Fails if the store is unavailable. */
  public static final Address<ListRequest, List<StoredKey>> LIST = Address.of("key.list");

  /** The pause between two periodic reads of outlines. */
  private static final Duration OUTLINES_AGE = Duration.ofSeconds(10);

  /** The time between the starts of two reads, however many strangers ask. */
  static final Duration READS_APART = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(KeyVerticle.class);

  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    Keys keys = new Keys(store.apply(context), clock, outlines, bootstrap);
    ContextScheduler scheduler = new ContextScheduler(context);
    CoalescingReads<String, Boolean> reads = reads(keys, scheduler);
    new Periodic(scheduler, OUTLINES_AGE, () -> reads.join("").handle(KeyVerticle::noted)).start();
    return Future.all(
        NAMES_ORIGIN.serve(
            bus, origin -> reads.join("").thenApply(read -> outlines.origins().include(origin))),
        FIND.serve(bus, keys::find),
        CREATE.serve(bus, keys::create),
        DELETE.serve(bus, keys::delete),
        LIST.serve(bus, some -> keys.list(some.after(), some.limit())));
  }

  /** Makes the reads of outlines, which begin at least {@link #READS_APART} after each other. */
  private CoalescingReads<String, Boolean> reads(Keys keys, ContextScheduler scheduler) {
    AtomicLong next = new AtomicLong(clock.monotonicNanos());
    return new CoalescingReads<>(
        all -> {
          long wait = Math.max(0, next.get() - clock.monotonicNanos());
          next.set(clock.monotonicNanos() + wait + READS_APART.toNanos());
          CompletionStage<Void> pause =
              wait == 0
                  ? CompletableFuture.completedStage(null)
                  : scheduler.pause(Duration.ofNanos(wait));
          return pause.thenCompose(over -> keys.refreshOutlines()).thenApply(done -> true);
        },
        () -> {});
  }

  private static boolean noted(@Nullable Boolean read, @Nullable Throwable failure) {
    if (failure != null) {
      log.debug("Could not read the outlines of keys: {}", failure.toString());
    }
    return failure == null;
  }
}
