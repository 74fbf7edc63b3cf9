package io.quipu.service.verticles;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
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

  /** A page of the namespaces that there are. Fails with the store unavailable. */
  public static final Address<Page, Listing> LIST = Address.of("namespace.list");

  private static final Logger log = LoggerFactory.getLogger(NamespaceVerticle.class);

  private final Function<Context, NamespaceStore> store;
  private final KnownKinds kinds;
  private final int most;

  /**
   * @param most namespaces that there may be
   */
  public NamespaceVerticle(Function<Context, NamespaceStore> store, KnownKinds kinds, int most) {
    this.store = store;
    this.kinds = kinds;
    this.most = most;
  }

  @Override
  public Future<?> start() {
    Namespaces namespaces =
        new Namespaces(store.apply(context), kinds, new ContextScheduler(context), most);
    namespaces.ensureDefault().whenComplete(NamespaceVerticle::reportDefault);
    return Future.all(
        FIND.serve(vertx.eventBus(), namespaces::find).completion(),
        PUT.serve(vertx.eventBus(), namespaces::put).completion(),
        LIST.serve(
                vertx.eventBus(),
                page -> namespaces.list(page.after(), page.limit()).thenApply(Listing::new))
            .completion());
  }

  /** It exists for callers all the same, so nothing waits for it. */
  private static void reportDefault(CasOutcome outcome, Throwable failure) {
    if (failure != null || outcome == CasOutcome.UNKNOWN) {
      log.warn("Could not write the row of the namespace default; the next start tries again");
    }
  }

  /** At most {@code limit} namespaces with names after {@code after}. */
  public record Page(String after, int limit) {}

  public record Listing(List<Listed> namespaces) {}
}
