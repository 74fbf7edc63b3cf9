package io.quipu.service;

import io.quipu.ops.trace.Span;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Locale;

/** The spans of requests to other verticles. A span lasts from the request to the reply. */
final class RequestSpans {
  /** The name of a span of recording events, up to their acknowledgement. */
  static final String RECORD = "record";

  /** The name of a span of a read, up to its answer. */
  static final String READ = "read";

  private RequestSpans() {}

  /** Adds the namespace of the counters to a span, but never their names. */
  static Span in(String namespace, Span span) {
    return span.isRecorded() ? span.with("quipu.namespace", namespace) : span;
  }

  /** Ends a span when the result is known, before any handler of the returned future runs. */
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
