package io.quipu.edge.resp;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.MissingCommand;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.counters.CounterCommands;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * The commands that one session may give: paid, known, complete, and of a known caller. Confined to
 * the context of its connection.
 */
record SessionCommands(Session session, CounterCommands counters, ConnectionCommands connection) {
  /**
   * Charges the caller for a command, and prepares it.
   *
   * @param name null if the command is unknown
   * @param silent whether the client gets no reply to the command
   * @param ofTransaction the reply of the transaction that the command is part of; null if the
   *     command must run in the usual way
   * @return a step that executes the command or only replies; failed if the command is refused, and
   *     then nothing is written
   */
  Future<Step> prepared(
      @Nullable CommandName name, Command command, boolean silent, @Nullable Reply ofTransaction) {
    return charged(name)
        .compose(
            charged -> {
              if (ofTransaction != null) {
                return replied(ofTransaction);
              }
              if (name == null) {
                return replied(missing(command));
              }
              if (!name.form().takes(command)) {
                return replied(name.form().wrongNumber(command));
              }
              return name.isKeyed()
                  ? counters.prepare(name, command, session, silent)
                  : connection.reply(name, command, session).compose(this::replied);
            });
  }

  /**
   * Charges the 1 that a command costs, whatever becomes of it. Commands about the connection are
   * free for known callers, so that none of them is refused: after a refused {@code MULTI} the
   * commands of its transaction would run.
   */
  private Future<?> charged(@Nullable CommandName name) {
    Access access = connection.access();
    if (!session.isKnown() && (name == null || !name.isForStrangers())) {
      return Future.failedFuture(access.refused(Denial.noCredentials(), session.address()));
    }
    return name != null && !name.isKeyed()
        ? Future.succeededFuture()
        : access
            .stillIs(session.caller())
            .map(
                caller -> {
                  session.renew(caller);
                  access.rates().acquire(caller, session.address(), 1);
                  return caller;
                });
  }

  /** Charges a stranger for each refusal. That of a password is paid for where it is looked up. */
  private Future<Step> replied(Reply reply) {
    if (!session.isKnown()
        && reply instanceof Reply.Failure
        && !reply.equals(Refusals.WRONG_PASSWORD)) {
      connection.access().rates().acquire(session.address(), 1);
    }
    return Step.answered(reply);
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
