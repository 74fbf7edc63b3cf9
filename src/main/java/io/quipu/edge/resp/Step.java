package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Reply;
import io.vertx.core.Future;

/** The rest of a command once it is certain that it may be done. */
@FunctionalInterface
interface Step {
  /** Begins it. Fails as the service does: with a rejection, or otherwise for a defect. */
  Future<Reply> begin();

  /** There is nothing left to do. */
  static Future<Step> answered(Reply reply) {
    Future<Reply> answer = Future.succeededFuture(reply);
    return Future.succeededFuture(() -> answer);
  }
}
