package io.quipu.edge.http;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header that can hold the id of a single event, whether or not the request has a body. */
final class IdempotencyKey {
  static final String HEADER = "Idempotency-Key";

  private IdempotencyKey() {}

  /**
   * Reads the key, which is sent in UTF-8; null if there is no key.
   *
   * @throws Rejection if there are several keys, or if the key is not valid UTF-8
   */
  static @Nullable String of(HttpServerRequest request) {
    if (request.getHeader(HEADER) == null) {
      return null;
    }
    List<String> keys = request.headers().getAll(HEADER);
    if (keys.size() > 1) {
      throw invalid(HEADER + " is given twice");
    }
    try {
      // Netty makes one character of each byte, so these are the bytes that were sent.
      byte[] sent = keys.get(0).getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(sent)).toString();
    } catch (CharacterCodingException e) {
      throw invalid(HEADER + " is not valid UTF-8");
    }
  }

  private static Rejection invalid(String detail) {
    return Rejection.of(ProblemType.INVALID_EVENT, HEADER, detail);
  }
}
