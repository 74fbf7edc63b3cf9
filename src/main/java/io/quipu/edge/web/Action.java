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
   * @return the answer; fails with a {@link Rejection}, an {@link
   *     io.quipu.engine.input.InvalidInput} or a {@link io.quipu.service.failure.ServiceFailure},
   *     and after a defect with any other exception
   * @throws RuntimeException for the reasons of a failed answer, if found before the method returns
   */
  Future<Response> serve(RoutedRequest request);
}
