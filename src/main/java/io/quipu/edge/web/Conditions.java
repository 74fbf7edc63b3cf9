package io.quipu.edge.web;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request that reads (RFC 9110, section 13), alike for every resource and every
 * representation.
 */
final class Conditions {
  private Conditions() {}

  /**
   * Returns the response to send: {@code response}, or that the caller has it already.
   *
   * @throws Rejection 412 if {@code If-Match} names other versions
   */
  static Response applied(HttpServerRequest request, Response response) {
    if (!isRead(request) || response.status() != 200) {
      return response;
    }
    CharSequence tag = response.tag();
    MultiMap headers = request.headers();
    if (headers.contains(HttpHeaders.IF_MATCH)
        && !EntityTag.isNamed(headers.getAll(HttpHeaders.IF_MATCH), false, tag)) {
      throw Rejection.of(ProblemType.PRECONDITION_FAILED, "If-Match", unmatched(tag));
    }
    return headers.contains(HttpHeaders.IF_NONE_MATCH)
            && EntityTag.isNamed(headers.getAll(HttpHeaders.IF_NONE_MATCH), true, tag)
        ? response.notModified()
        : response;
  }

  /** Tells whether a request cannot change anything. */
  static boolean isRead(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }

  private static String unmatched(@Nullable CharSequence tag) {
    if (tag == null) {
      return "If-Match does not name the current version, which has no ETag; leave the header out";
    }
    return EntityTag.isWeak(tag)
        ? "If-Match names no weak version, and the current one is "
            + tag
            + "; send If-None-Match, or leave the header out"
        : "If-Match does not name the current version, " + tag;
  }
}
