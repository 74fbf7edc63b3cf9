package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Reply;
import io.vertx.core.Future;

/** The part of a command that runs after all checks have passed. */
@FunctionalInterface
interface Step {
  /** Begins the step. Fails with a failure of the service, or with another one for a defect. */
  Future<Reply> begin();

  /** Makes a step that does nothing but reply. */
  static Future<Step> answered(Reply reply) {
    Future<Reply> answer = Future.succeededFuture(reply);
    return Future.succeededFuture(() -> answer);
  }
}
