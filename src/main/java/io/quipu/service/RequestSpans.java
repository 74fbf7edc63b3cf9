package io.quipu.service;

import io.quipu.ops.trace.Span;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Locale;

/** The spans of requests to other verticles, from the request to the reply. */
final class RequestSpans {
  /** The span of recording events, up to their acknowledgement. */
  static final String RECORD = "record";

  static final String READ = "read";

  private RequestSpans() {}

  /** Adds the namespace of the counters to a span, but never their names. */
  static Span in(String namespace, Span span) {
    return span.isRecorded() ? span.with("quipu.namespace", namespace) : span;
  }

  /** Ends a span with its result, before the callers of this method see the result. */
  static <T> Future<T> ended(Span span, Future<T> result) {
    return span.isRecorded()
        ? result.onComplete(done -> span.end(), failure -> failed(span, failure))
        : result;
  }

  private static void failed(Span span, Throwable failure) {
    span.failed(
            failure instanceof ServiceFailure known
                ? "/problems/" + known.reason().name().toLowerCase(Locale.ROOT).replace('_', '-')
                : failure.getClass().getSimpleName())
        .end();
  }
}
