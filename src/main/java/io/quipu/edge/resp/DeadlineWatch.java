package io.quipu.edge.resp;

import io.quipu.edge.resp.RespMeters.Ended;
import org.jspecify.annotations.Nullable;

/**
 * Holds one connection to its deadlines. It is looked at every now and then, so that a command
 * costs no timer; each deadline begins with the first look that sees what it is for. Confined to
 * the context of the connection.
 */
final class DeadlineWatch {
  private final Deadlines deadlines;
  private long strangerSince;
  private long commandSince;
  private long commands;
  private long restsSince;
  private long inputs;

  /** A connection that is watched. */
  interface Watched {
    boolean isKnown();

    /** How many commands were read. */
    long commands();

    /** Tells whether a part of a command has come, and the rest of it would be read. */
    boolean isInCommand();

    /** How often something came. */
    long inputs();

    /** Tells whether something is not answered. */
    boolean isBusy();
  }

  /**
   * @param now in nanoseconds, of a clock that never jumps
   */
  DeadlineWatch(Deadlines deadlines, long now) {
    this.deadlines = deadlines;
    this.strangerSince = now;
    this.commandSince = now;
    this.restsSince = now;
  }

  /** Why the connection is to be ended, if it is. */
  @Nullable Ended look(long now, Watched watched) {
    if (watched.isKnown()) {
      strangerSince = now;
    }
    // while the service itself does not read, nobody is late
    if (!watched.isInCommand() || commands != watched.commands()) {
      commands = watched.commands();
      commandSince = now;
    }
    if (watched.isBusy() || inputs != watched.inputs()) {
      inputs = watched.inputs();
      restsSince = now;
    }
    if (now - strangerSince >= deadlines.stranger().toNanos()) {
      return Ended.STRANGER;
    }
    if (now - commandSince >= deadlines.command().toNanos()) {
      return Ended.SLOW_COMMAND;
    }
    return now - restsSince >= deadlines.idle().toNanos() ? Ended.IDLE : null;
  }
}
