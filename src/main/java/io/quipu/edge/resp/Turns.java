package io.quipu.edge.resp;

import io.quipu.edge.resp.command.CommandName.Turn;
import io.vertx.core.Future;

/**
 * The commands under way of one connection. All have the effect of one after the other, so only
 * those run at the same time whose order has no effect. Confined to the context of its connection.
 */
final class Turns {
  private Turn turn = Turn.ANY;
  private int underWay;

  /** Tells whether a command may begin beside those that are under way. */
  boolean mayBegin(Turn wanted) {
    return wanted == Turn.ANY || underWay == 0 || (wanted == turn && wanted != Turn.ALONE);
  }

  /** Takes in a command that has begun, until it is answered. */
  void begun(Turn own, Future<?> reply) {
    if (own != Turn.ANY && !reply.isComplete()) {
      turn = own;
      underWay++;
      reply.onComplete(done -> underWay--);
    }
  }
}
