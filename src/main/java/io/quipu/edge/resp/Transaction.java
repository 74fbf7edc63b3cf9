package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The commands between {@code MULTI} and {@code EXEC} or {@code DISCARD}, none of which is done:
 * what was counted cannot be taken back when a later one fails. Each is refused when it comes, so
 * none is held, and {@code EXEC} says so as Redis does after such a refusal. {@code MULTI} itself
 * is taken: many clients would go on as if outside if it failed, and all know that they are inside
 * now. Confined to the context of its connection.
 */
final class Transaction {
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

  /** Is over, whatever was sent in it. */
  void end() {
    open = false;
  }

  /**
   * The reply to a command that begins or ends a transaction, or is inside of one; null if it is
   * none of those, and is done as any other.
   *
   * @param name null if there is no such command
   * @param known whether somebody has said who they are, or need not
   */
  @Nullable Reply take(@Nullable CommandName name, Command command, boolean known) {
    if (open) {
      return inside(name, command);
    }
    if (name == CommandName.MULTI && name.takes(command.size()) && known) {
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
        open = !name.takes(command.size());
        yield open ? ConnectionCommands.wrongNumber(name.label()) : Reply.OK;
      }
      case MULTI -> NESTED;
      case QUIT, RESET -> null;
      default -> NOT_DONE;
    };
  }
}
