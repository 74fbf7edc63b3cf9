package io.quipu.service;

import io.quipu.ops.trace.Span;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Locale;

/** The spans of what resources ask other verticles for, from the question to its answer. */
final class RequestSpans {
  /** Events, from their way in to their acknowledgement. */
  static final String RECORD = "record";

  static final String READ = "read";

  private RequestSpans() {}

  /** Says of whose counters the work is: never of which. */
  static Span in(String namespace, Span span) {
    return span.isRecorded() ? span.with("quipu.namespace", namespace) : span;
  }

  /** The result; the span ends with it, before anybody learns of it. */
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
