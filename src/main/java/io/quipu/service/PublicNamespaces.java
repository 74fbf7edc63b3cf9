package io.quipu.service;

import io.quipu.engine.kind.Publicity;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;

/**
 * Which namespaces are shown to everybody. Confined to the context of its {@link NamespaceService}.
 */
public final class PublicNamespaces {
  private final NamespaceService namespaces;

  public PublicNamespaces(NamespaceService namespaces) {
    this.namespaces = namespaces;
  }

  /**
   * Tells whether a namespace is one of them; one that does not exist is not told from one that is
   * not. Fails with a {@link ServiceFailure} if that cannot be told at present.
   *
   * @param namespace any text
   */
  public Future<Boolean> include(String namespace) {
    try {
      CounterName.checkNamespace(namespace);
    } catch (InvalidInput e) {
      return Future.succeededFuture(false);
    }
    return namespaces
        .find(namespace)
        .map(Publicity::isRead)
        .recover(
            failure ->
                ServiceFailure.is(failure, Reason.UNKNOWN_NAMESPACE)
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(failure));
  }
}
