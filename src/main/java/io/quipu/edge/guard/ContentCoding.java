package io.quipu.edge.guard;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/** The compression of a request body, by its {@code Content-Encoding}. */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  UNSUPPORTED;

  public static ContentCoding of(HttpServerRequest request) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding == null) {
      return IDENTITY;
    }
    return switch (encoding.trim().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      default -> UNSUPPORTED;
    };
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
