package io.quipu.service.verticles;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.DeletedNamespace;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Periodic;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.ListRequest;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the settings of namespaces on the bus. One instance is enough for a process.
 *
 * @param most the bound on the number of namespaces, {@code default} included
 */
public record NamespaceVerticle(
    Function<Context, NamespaceStore> store, KnownKinds kinds, Clock clock, int most)
    implements Deployable {
  /** Finds a namespace by name; empty if there is none. Fails with the store unavailable. */
  public static final Address<String, Optional<Namespace>> FIND = Address.of("namespace.find");

  /** Creates or changes a namespace. Fails with the store unavailable only if nothing changed. */
  public static final Address<NamespacePut, PutOutcome> PUT = Address.of("namespace.put");

  /** Deletes a namespace. Fails with the store unavailable only if nothing changed. */
  public static final Address<Deletion, DeleteOutcome> DELETE = Address.of("namespace.delete");

  /** Purges a counter. Fails with the store unavailable only if nothing changed. */
  public static final Address<CounterName, PurgeOutcome> PURGE = Address.of("namespace.purge");

  /** Lists the namespaces that are being deleted. Fails with the store unavailable. */
  public static final Address<ListRequest, List<DeletedNamespace>> DELETED =
      Address.of("namespace.deleted");

  /** Lists counters that are being purged. Fails with the store unavailable. */
  public static final Address<ListRequest, List<PurgedCounter>> PURGED =
      Address.of("namespace.purged");

  /** A request to delete a namespace that meets a condition. */
  public record Deletion(String name, Precondition condition) {}

  /** Lists existing namespaces in the order of their names. Fails with the store unavailable. */
  public static final Address<ListRequest, List<Listed>> LIST = Address.of("namespace.list");

  private static final Logger log = LoggerFactory.getLogger(NamespaceVerticle.class);

  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    ContextScheduler scheduler = new ContextScheduler(context);
    Namespaces namespaces =
        new Namespaces(
            store.apply(context), kinds, scheduler, KnownGroupTime.heard(bus, clock)::known, most);
    namespaces.ensureDefault().whenComplete(NamespaceVerticle::reportDefault);
    new Periodic(scheduler, Namespaces.BETWEEN_LOOKS, () -> look(namespaces)).start();
    return Future.all(
        List.of(
            FIND.serve(bus, namespaces::find),
            PUT.serve(bus, namespaces::put),
            DELETE.serve(bus, asked -> namespaces.delete(asked.name(), asked.condition())),
            PURGE.serve(bus, namespaces::purge),
            PURGED.serve(bus, all -> namespaces.purged()),
            DELETED.serve(bus, all -> namespaces.deleted()),
            LIST.serve(bus, some -> namespaces.list(some.after(), some.limit()))));
  }

  private static CompletionStage<?> look(Namespaces namespaces) {
    return namespaces
        .voidUndecided()
        .whenComplete(
            (done, failure) -> {
              if (failure != null && !StoreUnavailable.caused(failure)) {
                log.error("Cannot look for purges that nobody has decided; tries again", failure);
              }
            });
  }

  /** Logs a failure. Nothing waits for the row, because {@code default} exists even without it. */
  private static void reportDefault(CasOutcome outcome, Throwable failure) {
    if (failure != null || outcome == CasOutcome.UNKNOWN) {
      log.warn("Could not write the row of the namespace default; the next start tries again");
    }
  }
}
