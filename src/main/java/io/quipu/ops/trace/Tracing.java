package io.quipu.ops.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Begins spans that are a part of no other in this process. What an implementation leaves out
 * records nothing. Safe on any thread.
 */
public interface Tracing {
  /** Records nothing. */
  Tracing NONE = new Tracing() {};

  /** The headers of a request. */
  @FunctionalInterface
  interface Headers {
    /** The value of the first that is called so, in any case; null if there is none. */
    @Nullable String get(String name);
  }

  /** Tells if anything may be recorded at all. */
  default boolean isOn() {
    return false;
  }

  /**
   * Begins the span of an HTTP request: a part of the trace that its {@code traceparent} names, if
   * that says that it is recorded; where there is none, or none that is valid, of a new trace, of
   * which a share is recorded.
   *
   * @param route the template of the path: never what was sent
   */
  default Span request(String method, String route, Headers headers) {
    return Span.NONE;
  }

  /**
   * Begins a trace of work that nobody asked for from outside; a share of them is recorded.
   *
   * @param name one of few
   */
  default Span root(String name) {
    return Span.NONE;
  }

  /**
   * Ends the recording: what was recorded is sent, for a bounded time. Completes when that is over,
   * and never fails.
   */
  default CompletionStage<Void> close() {
    return CompletableFuture.completedStage(null);
  }
}
