package io.quipu.edge.resp;

import io.quipu.edge.resp.RespMeters.Ended;
import org.jspecify.annotations.Nullable;

/**
 * Checks the deadlines of one connection. The checks are periodic, so that a command needs no
 * timer. Each time is counted from one check to another. So a deadline may end up to one period of
 * the checks early, or up to two periods late. Confined to the context of the connection.
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

    /** The number of commands that were read. */
    long commands();

    /** Tells whether a part of a command has arrived, and the service is reading the rest. */
    boolean isInCommand();

    /** The number of times that input arrived. */
    long inputs();

    /** Tells whether the reply to a command is not written yet. */
    boolean isBusy();
  }

  /**
   * @param now the present time, in nanoseconds of a monotonic clock
   */
  DeadlineWatch(Deadlines deadlines, long now) {
    this.deadlines = deadlines;
    this.strangerSince = now;
    this.commandSince = now;
    this.restsSince = now;
  }

  /** Returns the deadline that is over, as the reason to end the connection; null if none is. */
  @Nullable Ended look(long now, Watched watched) {
    if (watched.isKnown()) {
      strangerSince = now;
    }
    // a client is not late while the service itself does not read
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
