package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Records nothing. */
final class Untraced implements Tracing {
  @Override
  public boolean isOn() {
    return false;
  }

  @Override
  public Span request(String method, String route, Headers headers) {
    return Span.NONE;
  }

  @Override
  public Span root(String name) {
    return Span.NONE;
  }

  @Override
  public CompletionStage<Void> close() {
    return CompletableFuture.completedStage(null);
  }
}
