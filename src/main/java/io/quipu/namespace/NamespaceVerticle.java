package io.quipu.namespace;

import io.quipu.bus.Address;
import io.quipu.counter.Namespace;
import io.quipu.kind.KnownKinds;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the settings of namespaces on the bus; one instance is enough for a process. */
public final class NamespaceVerticle extends VerticleBase {
  /** A namespace by its name, empty if nobody created it. Fails with the store unavailable. */
  public static final Address<String, Optional<Namespace>> FIND = Address.of("namespace.find");

  /** Creates or changes a namespace. Fails with the store unavailable, when nothing changed. */
  public static final Address<NamespacePut, PutOutcome> PUT = Address.of("namespace.put");

  private static final Logger log = LoggerFactory.getLogger(NamespaceVerticle.class);

  private final Function<Context, NamespaceStore> store;
  private final KnownKinds kinds;

  public NamespaceVerticle(Function<Context, NamespaceStore> store, KnownKinds kinds) {
    this.store = store;
    this.kinds = kinds;
  }

  @Override
  public Future<?> start() {
    Namespaces namespaces = new Namespaces(store.apply(context), kinds);
    namespaces.ensureDefault().whenComplete(NamespaceVerticle::reportDefault);
    return Future.all(
        FIND.serve(vertx.eventBus(), namespaces::find).completion(),
        PUT.serve(vertx.eventBus(), namespaces::put).completion());
  }

  /** It exists for callers all the same, so nothing waits for it. */
  private static void reportDefault(CasOutcome outcome, Throwable failure) {
    if (failure != null || outcome == CasOutcome.UNKNOWN) {
      log.warn("Could not write the row of the namespace default; the next start tries again");
    }
  }
}
