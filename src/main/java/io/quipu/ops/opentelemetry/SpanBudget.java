package io.quipu.ops.opentelemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the number of ended spans that are kept for the endpoint, including spans that are being
 * sent. A span that ends while there is no room is dropped and counted. Safe on any thread.
 */
final class SpanBudget {
  private final int most;
  private final TraceMeters meters;
  private final AtomicInteger held = new AtomicInteger();

  SpanBudget(int most, TraceMeters meters) {
    this.most = most;
    this.meters = meters;
  }

  /** Wraps a processor, which then receives the end of a span only if there is room. */
  SpanProcessor before(SpanProcessor processor) {
    return new Bounded(processor);
  }

  /** Wraps an exporter; each ended export, also a failed export, frees the room of its spans. */
  SpanExporter over(SpanExporter exporter) {
    return new Counted(exporter);
  }

  private boolean take() {
    if (held.incrementAndGet() <= most) {
      return true;
    }
    held.decrementAndGet();
    return false;
  }

  private void done(int spans, boolean exported) {
    held.addAndGet(-spans);
    meters.done(spans, exported);
  }

  private final class Bounded implements SpanProcessor {
    private final SpanProcessor next;

    private Bounded(SpanProcessor next) {
      this.next = next;
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      next.onStart(parent, span);
    }

    @Override
    public boolean isStartRequired() {
      return next.isStartRequired();
    }

    @Override
    public void onEnd(ReadableSpan span) {
      if (!span.getSpanContext().isSampled()) {
        return;
      }
      if (take()) {
        next.onEnd(span);
      } else {
        meters.dropped();
      }
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }

    @Override
    public CompletableResultCode shutdown() {
      return next.shutdown();
    }

    @Override
    public CompletableResultCode forceFlush() {
      return next.forceFlush();
    }
  }

  private final class Counted implements SpanExporter {
    private final SpanExporter next;

    private Counted(SpanExporter next) {
      this.next = next;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      int some = spans.size();
      CompletableResultCode result;
      try {
        result = next.export(spans);
      } catch (RuntimeException defect) {
        done(some, false);
        return CompletableResultCode.ofExceptionalFailure(defect);
      }
      return result.whenComplete(() -> done(some, result.isSuccess()));
    }

    @Override
    public CompletableResultCode flush() {
      return next.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return next.shutdown();
    }
  }
}
