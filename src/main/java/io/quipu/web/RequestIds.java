package io.quipu.web;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Names requests, so that an answer can be found in the log: the caller's own {@code X-Request-Id}
 * if it is a sane one, a fresh one otherwise. Confined to the context of one server instance.
 */
final class RequestIds {
  static final String HEADER = "X-Request-Id";

  private static final int LONGEST = 64;
  private static final String SANE =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

  private final String prefix = UUID.randomUUID().toString().substring(0, 13) + "-";
  private long last;

  String of(HttpServerRequest request) {
    String given = request.getHeader(HEADER);
    return isSane(given) ? given : prefix + Long.toString(++last, 36);
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
