package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The commands between {@code MULTI} and {@code EXEC} or {@code DISCARD}. Each of them except
 * {@code QUIT} and {@code RESET} is refused when it arrives, because a count could not be taken
 * back if a later command failed. {@code EXEC} always answers with {@code EXECABORT}, which is the
 * answer of Redis if a command of the transaction was refused. {@code MULTI} itself succeeds. If it
 * failed, many clients would still send their commands, and these commands would then be executed.
 * Confined to the context of its connection.
 */
public final class Transaction {
  private static final Reply.Failure NOT_DONE =
      Reply.failure(
          "there are no transactions: nothing is done between MULTI and EXEC or DISCARD. Send"
              + " commands without MULTI (redis-py: pipeline(transaction=False))");
  private static final Reply.Failure ABORTED =
      new Reply.Failure(
          "EXECABORT",
          "Transaction discarded because there are no transactions. Nothing of it was done. Send"
              + " commands without MULTI (redis-py: pipeline(transaction=False))");
  private static final Reply.Failure NESTED = Reply.failure("MULTI calls can not be nested");

  private boolean open;

  /** Ends the transaction, if one is open. */
  void end() {
    open = false;
  }

  /**
   * Returns the reply to a command that begins or ends a transaction, or is inside a transaction.
   * Returns null if the command must run in the usual way.
   *
   * @param name null if the command is unknown
   * @param known whether the client has authenticated, or need not authenticate
   */
  public @Nullable Reply take(@Nullable CommandName name, Command command, boolean known) {
    if (open) {
      return inside(name, command);
    }
    if (name == CommandName.MULTI && name.form().takes(command) && known) {
      open = true;
      return Reply.OK;
    }
    return null;
  }

  private @Nullable Reply inside(@Nullable CommandName name, Command command) {
    if (name == null) {
      return NOT_DONE;
    }
    return switch (name) {
      case EXEC -> {
        open = false;
        yield ABORTED;
      }
      case DISCARD -> {
        open = !name.form().takes(command);
        yield open ? name.form().wrongNumber(command) : Reply.OK;
      }
      case MULTI -> NESTED;
      case QUIT, RESET -> null;
      default -> NOT_DONE;
    };
  }
}
