package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Begins spans that have no parent in this process. An implementation that does not override a
 * method records nothing for this method. Safe on any thread.
 */
public interface Tracing {
  /** Records nothing. */
  Tracing NONE = new Tracing() {};

  /** The headers of a request. */
  @FunctionalInterface
  interface Headers {
    /** The value of the first header with a name, in upper or lower case; null if none. */
    @Nullable String get(String name);
  }

  /** Tells whether this object may record spans at all. */
  default boolean isOn() {
    return false;
  }

  /**
   * Begins the span of an HTTP request. A valid {@code traceparent} header names the trace and says
   * whether the span is recorded. Without a valid header the span begins a new trace, and only a
   * sample of the new traces is recorded.
   *
   * @param route the template of the path, never the path that was sent
   */
  default Span request(String method, String route, Headers headers) {
    return Span.NONE;
  }

  /**
   * Begins a trace of work that has no HTTP request. Only a sample of these traces is recorded.
   *
   * @param name from a small fixed set
   */
  default Span root(String name) {
    return Span.NONE;
  }

  /**
   * Ends the recording and sends the recorded spans. Completes after a bounded time, even if some
   * spans could not be sent. Never fails.
   */
  default CompletionStage<Void> close() {
    return CompletableFuture.completedStage(null);
  }
}
