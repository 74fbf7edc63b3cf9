package io.quipu.edge.web.files;

import io.quipu.edge.response.Gzip;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.EntityTag;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of the class path as it is served.
 *
 * @param content the bytes to send, compressed or not
 * @param tag the tag of exactly this content
 * @param gzipped the compressed form of this file; null if it would not be smaller, and for a
 *     compressed form itself
 */
public record StaticFile(
    String contentType, Buffer content, EntityTag tag, @Nullable StaticFile gzipped) {
  /** Returns the form of this file for a client that sends these {@code Accept-Encoding}. */
  public StaticFile accepted(List<String> acceptEncoding) {
    return gzipped != null && Gzip.isAccepted(acceptEncoding) ? gzipped : this;
  }

  /** The number of bytes of this file and of its compressed form together. */
  int bytes() {
    return content.length() + (gzipped == null ? 0 : gzipped.bytes());
  }

  /** Makes the response with a form of this file that {@link #accepted} returned. */
  public Response response(StaticFile chosen) {
    Response response = Response.of(200, contentType, chosen.content).revalidated();
    return chosen.tag.equals(tag)
        ? response
        : response.with(HttpHeaders.CONTENT_ENCODING, Gzip.CODING);
  }
}
