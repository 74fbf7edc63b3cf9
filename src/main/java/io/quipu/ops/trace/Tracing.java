package io.quipu.ops.trace;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Begins spans that are a part of no other in this process. Safe on any thread. */
public interface Tracing {
  /** Records nothing. */
  Tracing NONE = new Untraced();

  /** The headers of a request. */
  @FunctionalInterface
  interface Headers {
    /** The value of the first that is called so, in any case; null if there is none. */
    @Nullable String get(String name);
  }

  /** Tells if anything may be recorded at all. */
  boolean isOn();

  /**
   * Begins the span of an HTTP request: a part of the trace that its {@code traceparent} names, if
   * that says that it is recorded; where there is none, or none that is valid, of a new trace, of
   * which a share is recorded.
   *
   * @param route the template of the path: never what was sent
   */
  Span request(String method, String route, Headers headers);

  /**
   * Begins a trace of work that nobody asked for from outside; a share of them is recorded.
   *
   * @param name one of few
   */
  Span root(String name);

  /**
   * Ends the recording: what was recorded is sent, for a bounded time. Completes when that is over,
   * and never fails.
   */
  CompletionStage<Void> close();
}
