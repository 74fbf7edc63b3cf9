package io.quipu.ops.opentelemetry;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A span as it arrived.
 *
 * @param parent the span that it is a part of; empty if there is none
 * @param attributes as text
 * @param links the spans that it has links to
 * @param resource attributes of the process that it came from
 */
public record ReceivedSpan(
    String trace,
    String id,
    String parent,
    String name,
    Span.SpanKind kind,
    boolean failed,
    Map<String, String> attributes,
    List<String> links,
    Map<String, String> resource) {

  static ReceivedSpan of(Span span, Map<String, String> resource) {
    return new ReceivedSpan(
        hex(span.getTraceId()),
        hex(span.getSpanId()),
        hex(span.getParentSpanId()),
        span.getName(),
        span.getKind(),
        span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
        text(span.getAttributesList()),
        span.getLinksList().stream().map(link -> hex(link.getSpanId())).toList(),
        resource);
  }

  static Map<String, String> text(List<KeyValue> attributes) {
    Map<String, String> text = new HashMap<>();
    attributes.forEach(one -> text.put(one.getKey(), text(one.getValue())));
    return text;
  }

  private static String text(AnyValue value) {
    return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  public boolean isPartOf(ReceivedSpan other) {
    return trace.equals(other.trace) && parent.equals(other.id);
  }
}
