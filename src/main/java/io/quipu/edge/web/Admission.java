package io.quipu.edge.web;

import io.quipu.edge.response.Rejection;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Decides whether a request may use a route, before all other checks of the request. */
@FunctionalInterface
public interface Admission {
  /** Admits every request, and asks for no credentials. */
  Admission OPEN = request -> null;

  /**
   * Admits a request.
   *
   * @return null if the request is admitted at once; else completes if it is admitted, and fails
   *     with a {@link Rejection} if not; the body is not read meanwhile
   * @throws Rejection if the request is not admitted
   */
  @Nullable Future<Void> admit(RoutedRequest request);
}
