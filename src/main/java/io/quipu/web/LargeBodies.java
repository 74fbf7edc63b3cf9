package io.quipu.web;

import io.vertx.ext.web.RoutingContext;

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
  boolean take(RoutingContext context) {
    if (taken == limit) {
      return false;
    }
    taken++;
    context.addEndHandler(answeredOrClosed -> taken--);
    return true;
  }
}
