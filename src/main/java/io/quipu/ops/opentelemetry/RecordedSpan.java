package io.quipu.ops.opentelemetry;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.quipu.ops.trace.Span;
import java.util.List;

/** A sampled span of OpenTelemetry's SDK. */
final class RecordedSpan implements Span {
  private final Tracer tracer;
  private final io.opentelemetry.api.trace.Span span;

  RecordedSpan(Tracer tracer, io.opentelemetry.api.trace.Span span) {
    this.tracer = tracer;
    this.span = span;
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public String traceId() {
    return span.getSpanContext().getTraceId();
  }

  @Override
  public Span begin(String name, Kind kind, List<Span> others) {
    SpanBuilder builder =
        tracer
            .spanBuilder(name)
            .setParent(Context.root().with(span))
            .setSpanKind(kind == Kind.CLIENT ? SpanKind.CLIENT : SpanKind.INTERNAL);
    for (Span other : others) {
      if (other instanceof RecordedSpan recorded) {
        builder.addLink(recorded.span.getSpanContext());
      }
    }
    io.opentelemetry.api.trace.Span begun = builder.startSpan();
    // The other spans may belong to other traces. Links back let readers of those traces find the
    // new span.
    for (Span other : others) {
      if (other instanceof RecordedSpan recorded) {
        recorded.span.addLink(begun.getSpanContext());
      }
    }
    return new RecordedSpan(tracer, begun);
  }

  @Override
  public Span with(String attribute, String value) {
    span.setAttribute(attribute, value);
    return this;
  }

  @Override
  public Span with(String attribute, long value) {
    span.setAttribute(attribute, value);
    return this;
  }

  @Override
  public Span failed(String why) {
    span.setStatus(StatusCode.ERROR).setAttribute("error.type", why);
    return this;
  }

  @Override
  public void end() {
    span.end();
  }
}
