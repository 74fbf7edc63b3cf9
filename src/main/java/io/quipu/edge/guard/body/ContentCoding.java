package io.quipu.edge.guard.body;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;

/** The compression of a request body, by its {@code Content-Encoding}. */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  UNSUPPORTED;

  public static ContentCoding of(HttpServerRequest request) {
    if (request.getHeader(HttpHeaders.CONTENT_ENCODING) == null) {
      return IDENTITY;
    }
    List<String> all = request.headers().getAll(HttpHeaders.CONTENT_ENCODING);
    return switch (String.join(",", all).trim().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      default -> UNSUPPORTED;
    };
  }

  /** The rejection of a compressed body where none is taken. */
  public static Rejection refused() {
    return Rejection.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "Content-Encoding",
            "The body of this path must not be compressed")
        .with(HttpHeaders.ACCEPT_ENCODING, "identity");
  }

  /** The rejection of a body with an {@link #UNSUPPORTED} compression. */
  public static Rejection unsupported() {
    return Rejection.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "Content-Encoding",
            "The body must be sent as it is, or compressed with gzip")
        .with(HttpHeaders.ACCEPT_ENCODING, "gzip");
  }
}
