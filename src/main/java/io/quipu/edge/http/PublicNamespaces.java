package io.quipu.edge.http;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.vertx.core.Future;

/** Which namespaces are shown to everybody. Confined to the context of its {@link Backend}. */
public final class PublicNamespaces {
  private final Backend backend;

  public PublicNamespaces(Backend backend) {
    this.backend = backend;
  }

  /**
   * Whether a namespace is one of them; one that does not exist is not told from one that is not.
   * Fails with a {@link Rejection} if that cannot be told at present.
   *
   * @param namespace any text
   */
  public Future<Boolean> include(String namespace) {
    try {
      CounterName.checkNamespace(namespace);
    } catch (InvalidInput e) {
      return Future.succeededFuture(false);
    }
    return backend
        .namespace(namespace)
        .map(Publicity::isRead)
        .recover(
            failure ->
                failure instanceof Rejection refusal
                        && refusal.problem().type() == ProblemType.UNKNOWN_NAMESPACE
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(failure));
  }
}
