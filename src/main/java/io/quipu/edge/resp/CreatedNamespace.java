package io.quipu.edge.resp;

import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the namespace of Redis clients, of kind linear: there {@code INCR} answers what everybody
 * expects. A namespace of that name which exists stays as it is.
 */
final class CreatedNamespace {
  private static final Logger log = LoggerFactory.getLogger(CreatedNamespace.class);

  private static final NamespacePut PUT =
      new NamespacePut(
          new NamespaceChange(Databases.CREATED, "linear", null, null, null, null, Map.of()),
          new Precondition(null, List.of(Precondition.ANY)));

  private CreatedNamespace() {}

  /** Completes when the namespace exists, or when it is logged why it may not. */
  static Future<Void> of(CounterService service) {
    return service
        .namespaces()
        .lookUp(Databases.CREATED)
        .compose(
            found ->
                found.isPresent()
                    ? Future.succeededFuture()
                    : service.administration().put(PUT).onSuccess(CreatedNamespace::tell))
        .recover(
            failure -> {
              tell(failure);
              return Future.succeededFuture();
            })
        .mapEmpty();
  }

  private static void tell(Object outcome) {
    if (!(outcome instanceof PutOutcome.Created)
        && !(outcome instanceof PutOutcome.ConditionFailed)) {
      log.warn(
          "The namespace {} for Redis clients may not exist ({}): create it over HTTP, with kind"
              + " linear",
          Databases.CREATED,
          outcome);
    }
  }
}
