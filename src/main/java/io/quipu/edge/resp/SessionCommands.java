package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.service.access.Denial;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * The commands that one session may give: known, complete, and of a known caller. Confined to the
 * context of its connection.
 */
record SessionCommands(Session session, CounterCommands counters, ConnectionCommands connection) {
  /**
   * Prepares a command.
   *
   * @param name null if the command is unknown
   * @param silent whether the client gets no reply to the command
   * @return a step that executes the command or only replies; failed if the command is refused, and
   *     then nothing is written
   */
  Future<Step> prepared(@Nullable CommandName name, Command command, boolean silent) {
    if (name == null) {
      return session.isKnown() ? Step.answered(missing(command)) : stranger();
    }
    if (!name.form().takes(command)) {
      return Step.answered(name.form().wrongNumber(command));
    }
    if (!session.isKnown() && !name.isForStrangers()) {
      return stranger();
    }
    try {
      return name.isKeyed()
          ? counters.prepare(name, command, session, silent)
          : connection.prepare(name, command, session);
    } catch (RuntimeException failure) {
      return Future.failedFuture(failure);
    }
  }

  private Future<Step> stranger() {
    return Future.failedFuture(
        connection.access().refused(Denial.noCredentials(), session.address()));
  }

  private static Reply missing(Command command) {
    MissingCommand missing = MissingCommand.of(command.name());
    return missing == null
        ? Reply.failure(
            "unknown command " + Refusals.word(command, 0) + ". COMMAND LIST names what there is")
        : missing.reply(command.name());
  }

  /** Begins a step. */
  static Future<Reply> begun(Step step) {
    try {
      return step.begin();
    } catch (RuntimeException failure) {
      return Future.failedFuture(failure);
    }
  }

  /**
   * Makes the reply for a failure. Notes a denial, and forgets a caller whose credential is not
   * valid any more.
   */
  Reply refusal(Throwable failure, boolean writes) {
    if (failure instanceof ServiceFailure refusal && refusal.reason().isDenial()) {
      session.noteDenial(refusal);
      if (refusal.reason().isUnauthenticated()) {
        session.forget();
      }
    }
    return Refusals.of(failure, writes);
  }

  /** Tells whether a command is {@code CLIENT REPLY ON}, which is answered during silence too. */
  static boolean isReplyOn(@Nullable CommandName name, Command command) {
    return name == CommandName.CLIENT
        && command.size() == 3
        && command.capitals(1).equals("REPLY")
        && command.capitals(2).equals("ON");
  }
}
