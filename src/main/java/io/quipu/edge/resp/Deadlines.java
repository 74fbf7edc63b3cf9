package io.quipu.edge.resp;

import java.time.Duration;

/**
 * The deadlines for the client of a connection.
 *
 * @param stranger the longest time without authentication, if authentication is required
 * @param command the longest time from the first byte of a command to the last, while it is read
 * @param idle the longest time without input and without an unanswered command
 */
public record Deadlines(Duration stranger, Duration command, Duration idle) {
  private static final Duration STRANGER = Duration.ofSeconds(10);

  /** Equal to the deadline of a message on a live connection. */
  private static final Duration COMMAND = Duration.ofSeconds(30);

  /** Makes deadlines with a given idle time, and the usual values of the others. */
  public static Deadlines of(Duration idle) {
    return new Deadlines(STRANGER, COMMAND, idle);
  }
}
