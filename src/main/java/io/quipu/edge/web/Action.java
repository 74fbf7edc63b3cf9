package io.quipu.edge.web;

import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.vertx.core.Future;

/** Serves one method of one path. */
@FunctionalInterface
public interface Action {
  /**
   * Parses, validates, asks and answers.
   *
   * @return the answer; fails with a {@link Rejection} or an {@link
   *     io.quipu.engine.model.InvalidInput}, and with anything else where there is a defect
   * @throws RuntimeException the same, where nothing had to be awaited
   */
  Future<Response> serve(RoutedRequest request);
}
