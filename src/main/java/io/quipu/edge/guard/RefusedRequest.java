package io.quipu.edge.guard;

import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpServerRequest;

/** Answers a request that goes no further. */
@FunctionalInterface
public interface RefusedRequest {
  void refuse(HttpServerRequest request, Rejection why);
}
