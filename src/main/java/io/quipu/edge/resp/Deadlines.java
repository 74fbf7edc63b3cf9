package io.quipu.edge.resp;

import java.time.Duration;

/**
 * The deadlines for the client of a connection.
 *
 * @param stranger longest time without authentication, if authentication is required
 * @param command longest time from the first byte of a command to the last
 * @param idle longest time without input and without a command under way
 */
public record Deadlines(Duration stranger, Duration command, Duration idle) {
  private static final Duration STRANGER = Duration.ofSeconds(10);

  /** Equal to the deadline of a message on a live connection. */
  private static final Duration COMMAND = Duration.ofSeconds(30);

  /** Makes deadlines with the usual values. */
  public static Deadlines of(Duration idle) {
    return new Deadlines(STRANGER, COMMAND, idle);
  }
}
