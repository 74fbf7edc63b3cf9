package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Reply;
import io.vertx.core.Future;

/** The part of a command that runs after all checks have passed. */
@FunctionalInterface
public interface Step {
  /** Begins the step. Fails with a {@code ServiceFailure}; every other exception is a defect. */
  Future<Reply> begin();

  /** Makes a step that only replies. */
  static Future<Step> answered(Reply reply) {
    Future<Reply> answer = Future.succeededFuture(reply);
    return Future.succeededFuture(() -> answer);
  }
}
