package io.quipu.edge.web;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request an id, by which its answer can be found in the log. The id is the {@code
 * X-Request-Id} of the caller if this header has 1 to 64 letters, digits, hyphens, underscores or
 * dots. Otherwise the id is the trace in {@code traceparent} (W3C Trace Context), or else the trace
 * that the service began, or else a new id. Confined to the context of one server instance.
 */
final class RequestIds {
  static final String HEADER = "X-Request-Id";
  static final String TRACE_PARENT = "traceparent";

  /** The index of the trace in {@code 00-trace-parent-flags}. Later versions begin like this. */
  private static final int TRACE_BEGIN = 3;

  private static final int TRACE_END = 35;
  private static final int TRACE_PARENT_LENGTH = 55;
  private static final String HEX = "0123456789abcdef";

  private static final int LONGEST = 64;
  private static final String SANE =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

  private final String prefix = UUID.randomUUID().toString().substring(0, 13) + "-";
  private long last;

  /**
   * @param begun the trace that the service began; empty if the request is not recorded
   */
  String of(HttpServerRequest request, String begun) {
    String given = request.getHeader(HEADER);
    if (isSane(given)) {
      return given;
    }
    String trace = trace(request.getHeader(TRACE_PARENT));
    if (trace != null) {
      return trace;
    }
    return begun.isEmpty() ? prefix + Long.toString(++last, 36) : begun;
  }

  /** The 32 hexadecimal digits of the trace; null if {@code parent} is not valid. */
  static @Nullable String trace(@Nullable String parent) {
    if (parent == null
        || parent.length() < TRACE_PARENT_LENGTH
        || (parent.length() > TRACE_PARENT_LENGTH && parent.charAt(TRACE_PARENT_LENGTH) != '-')
        || (parent.length() > TRACE_PARENT_LENGTH && parent.startsWith("00"))
        || parent.startsWith("ff")) {
      return null;
    }
    for (int i = 0; i < TRACE_PARENT_LENGTH; i++) {
      boolean dash = i == TRACE_BEGIN - 1 || i == TRACE_END || i == TRACE_END + 17;
      if (dash ? parent.charAt(i) != '-' : HEX.indexOf(parent.charAt(i)) < 0) {
        return null;
      }
    }
    String trace = parent.substring(TRACE_BEGIN, TRACE_END);
    return trace.chars().allMatch(digit -> digit == '0') ? null : trace;
  }

  private static boolean isSane(@Nullable String id) {
    if (id == null || id.isEmpty() || id.length() > LONGEST) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (SANE.indexOf(id.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }
}
