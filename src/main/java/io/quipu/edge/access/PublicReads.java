package io.quipu.edge.access;

import io.quipu.edge.web.PublicCors;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Admits everybody to reads of public namespaces. A refusal does not depend on whether the
 * namespace exists. Confined to the context of one server instance.
 *
 * @param isPublic tells whether everybody may read a namespace; false if there is none
 * @param refusal the failure of a read of any other namespace
 * @param everyOrigin whether the pages of every origin may read the answers
 */
record PublicReads(
    Function<String, Future<Boolean>> isPublic,
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
              request.sentBy(Caller.everybody(namespace));
              // Only now: strangers must not use up the rate of a namespace that they may not read.
              rates.acquireOf(namespace, 1);
              return null;
            });
  }

  /** Requires that all namespaces are public, and that there are any. */
  Future<Void> require(RoutedRequest request, Set<String> namespaces) {
    Future<Boolean> all = Future.succeededFuture(!namespaces.isEmpty());
    for (String namespace : namespaces) {
      all = all.compose(open -> open ? isPublic.apply(namespace) : Future.succeededFuture(false));
    }
    return all.map(
        open -> {
          if (!open) {
            throw refusal.get();
          }
          if (everyOrigin) {
            PublicCors.open(request.http().response());
          }
          return null;
        });
  }
}
