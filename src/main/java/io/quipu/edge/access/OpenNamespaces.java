package io.quipu.edge.access;

import io.quipu.edge.web.PublicCors;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Admits everybody to namespaces that are open to them. A refusal does not depend on whether the
 * namespace exists. Confined to the context of one server instance.
 *
 * @param isOpen tells whether a namespace is open; false if there is none
 * @param caller makes the caller who is admitted to a namespace
 * @param refusal the failure of a request for any other namespace
 * @param everyOrigin whether the pages of every origin may read the answers
 */
record OpenNamespaces(
    Function<String, Future<Boolean>> isOpen,
    Function<String, Caller> caller,
    RateLimiter rates,
    Supplier<? extends RuntimeException> refusal,
    boolean everyOrigin) {
  /**
   * Admits a request to one namespace, and takes the cost from the rates of its address and of the
   * namespace.
   */
  Future<Void> admit(RoutedRequest request, String namespace) {
    rates.acquire(request.address(), 1);
    return admitPaid(request, namespace);
  }

  /** Admits a request for which the address has paid already. */
  Future<Void> admitPaid(RoutedRequest request, String namespace) {
    return require(request, Set.of(namespace))
        .<Void>map(
            open -> {
              request.sentBy(caller.apply(namespace));
              // Only now: strangers must not use up the rate of a namespace that is not open.
              rates.acquireOf(namespace, 1);
              return null;
            });
  }

  /** Requires that all namespaces are open, and that there are any. */
  Future<Void> require(RoutedRequest request, Set<String> namespaces) {
    if (namespaces.isEmpty()) {
      return Future.failedFuture(refusal.get());
    }
    // one by one: many of them may be unknown
    CompletionStage<Void> all =
        BoundedConcurrency.forEach(1, namespaces, one -> open(one).toCompletionStage());
    return Future.fromCompletionStage(all)
        .onSuccess(
            open -> {
              if (everyOrigin) {
                PublicCors.open(request.http().response());
              }
            });
  }

  private Future<Void> open(String namespace) {
    return isOpen
        .apply(namespace)
        .map(
            open -> {
              if (!open) {
                throw refusal.get();
              }
              return null;
            });
  }
}
