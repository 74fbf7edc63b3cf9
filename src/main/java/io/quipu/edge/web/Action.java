package io.quipu.edge.web;

import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.vertx.core.Future;

/** Serves one method of one path. */
@FunctionalInterface
public interface Action {
  /**
   * Parses and validates the request, asks the service, and answers.
   *
   * @return the answer; fails with a {@link Rejection} or an {@link
   *     io.quipu.engine.model.InvalidInput}, and after a defect with any other exception
   * @throws RuntimeException the same exceptions, if they occur before anything is awaited
   */
  Future<Response> serve(RoutedRequest request);
}
