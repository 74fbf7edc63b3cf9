package io.quipu.edge.web;

import io.quipu.edge.response.Rejection;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Decides whether a request may use a route, before anything else of it is looked at. */
@FunctionalInterface
public interface Admission {
  /** Everybody is admitted, and nobody is asked. */
  Admission OPEN = request -> null;

  /**
   * Admits a request.
   *
   * @return null if it is admitted; otherwise completes if it is, and fails with a {@link
   *     Rejection} if not. Nothing of its body is read meanwhile
   * @throws Rejection if it is not admitted
   */
  @Nullable Future<Void> admit(RoutedRequest request);
}
