package io.quipu.http;

import io.vertx.core.http.HttpServerRequest;

/**
 * Permits for bodies over {@value #FROM_BYTES} bytes, held until they are answered. Confined to the
 * context of one server instance.
 */
final class LargeBodies {
  static final int FROM_BYTES = 64 * 1024;

  private final int limit;
  private int taken;

  LargeBodies(int limit) {
    this.limit = limit;
  }

  /** Takes a permit for a request, if there is one; it returns by itself. */
  boolean take(HttpServerRequest request) {
    if (taken == limit) {
      return false;
    }
    taken++;
    Permit permit = new Permit();
    request.response().bodyEndHandler(written -> permit.giveBack());
    request.response().closeHandler(closed -> permit.giveBack());
    return true;
  }

  /** Given back once, whether the answer or the end of the connection comes first. */
  private final class Permit {
    private boolean held = true;

    void giveBack() {
      if (held) {
        held = false;
        taken--;
      }
    }
  }
}
