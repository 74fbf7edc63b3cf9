package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Begins spans that have no parent in this process. A method that an implementation does not
 * override records nothing. Safe on any thread.
 */
public interface Tracing {
  /** Records nothing. */
  Tracing NONE = new Tracing() {};

  /** The headers of a request. */
  @FunctionalInterface
  interface Headers {
    /** The value of the first header of a name, in upper or lower case; null if none. */
    @Nullable String get(String name);
  }

  /** Tells whether anything may be recorded at all. */
  default boolean isOn() {
    return false;
  }

  /**
   * Begins the span of an HTTP request. A valid {@code traceparent} header names the trace and says
   * whether the span is recorded. Without a valid header the span begins a new trace; a share of
   * new traces is recorded.
   *
   * @param route the template of the path, never the path that was sent
   */
  default Span request(String method, String route, Headers headers) {
    return Span.NONE;
  }

  /**
   * Begins a trace of work that has no HTTP request; a share of these traces is recorded.
   *
   * @param name from a small fixed set
   */
  default Span root(String name) {
    return Span.NONE;
  }

  /**
   * Ends the recording and sends the recorded spans. Completes after a bounded time, and never
   * fails.
   */
  default CompletionStage<Void> close() {
    return CompletableFuture.completedStage(null);
  }
}
