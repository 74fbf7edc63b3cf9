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
   * @return null if the request is admitted at once; otherwise a decision that completes if the
   *     request is admitted, and fails if not; the body is not read before the decision
   * @throws RuntimeException if the request is not admitted; this exception, or the failure of the
   *     decision, is a {@link Rejection}, an {@link io.quipu.engine.input.InvalidInput} or a {@link
   *     io.quipu.service.failure.ServiceFailure}
   */
  @Nullable Future<Void> admit(RoutedRequest request);
}
