package io.quipu.edge.web;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
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
        && !names(headers.getAll(HttpHeaders.IF_MATCH), false, tag)) {
      throw Rejection.of(
          ProblemType.PRECONDITION_FAILED,
          "If-Match",
          "If-Match does not name the current version, "
              + (tag == null ? "which has no ETag; leave the header out" : tag));
    }
    return headers.contains(HttpHeaders.IF_NONE_MATCH)
            && names(headers.getAll(HttpHeaders.IF_NONE_MATCH), true, tag)
        ? response.notModified()
        : response;
  }

  /** Tells whether a request cannot change anything. */
  static boolean isRead(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }

  private static boolean names(List<String> headers, boolean weak, @Nullable CharSequence tag) {
    List<String> versions = EntityTag.versions(headers, weak);
    return versions.contains(EntityTag.ANY)
        || (tag != null && versions.contains(tag.subSequence(1, tag.length() - 1).toString()));
  }
}
