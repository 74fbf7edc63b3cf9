package io.quipu.edge.live;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks the opening handshake of a WebSocket (RFC 6455, section 4.2) before the answer. */
final class Handshake {
  private static final String WEBSOCKET = "websocket";
  private static final String KEY_HEADER = "Sec-WebSocket-Key";
  private static final String VERSION_HEADER = "Sec-WebSocket-Version";
  private static final String VERSION = "13";
  private static final int KEY_LENGTH = 24;

  private Handshake() {}

  static boolean isAskedFor(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET)
        && names(request.getHeader(HttpHeaders.CONNECTION), "upgrade")
        && names(request.getHeader(HttpHeaders.UPGRADE), WEBSOCKET);
  }

  /**
   * @throws Rejection if the request has a body, or if its key or its version is not valid
   */
  static void require(HttpServerRequest request) {
    if (hasBody(request)) {
      throw LiveProblems.handshakeWithBody();
    }
    if (!VERSION.equals(request.getHeader(VERSION_HEADER))) {
      throw demand(VERSION_HEADER, VERSION_HEADER + " must be " + VERSION + " (RFC 6455)")
          .with(VERSION_HEADER, VERSION);
    }
    String key = request.getHeader(KEY_HEADER);
    if (key == null || key.trim().length() != KEY_LENGTH) {
      throw Rejection.of(
          ProblemType.INVALID_REQUEST,
          KEY_HEADER,
          KEY_HEADER + " must be 16 bytes in Base64, which are 24 characters (RFC 6455)");
    }
  }

  /** Tells whether the request has a body. Vert.x would wait for the body without a time limit. */
  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || (length != null && !length.equals("0"));
  }

  /** Makes the answer to a request that is no handshake, on a path for WebSockets only. */
  static Rejection demand() {
    return demand("Upgrade", "This path is a WebSocket; connect to it with a WebSocket client");
  }

  private static Rejection demand(String field, String detail) {
    return Rejection.of(ProblemType.UPGRADE_REQUIRED, field, detail)
        .with(HttpHeaders.UPGRADE, WEBSOCKET);
  }

  private static boolean names(@Nullable String header, String token) {
    if (header == null) {
      return false;
    }
    for (String part : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (part.trim().equals(token)) {
        return true;
      }
    }
    return false;
  }
}
