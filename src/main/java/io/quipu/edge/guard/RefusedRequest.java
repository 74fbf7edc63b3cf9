package io.quipu.edge.guard;

import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpServerRequest;

/** Answers a request that is refused before its route handles it. */
@FunctionalInterface
public interface RefusedRequest {
  void refuse(HttpServerRequest request, Rejection why);
}
