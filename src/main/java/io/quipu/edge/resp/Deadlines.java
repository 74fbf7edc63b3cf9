package io.quipu.edge.resp;

import java.time.Duration;

/**
 * By when the client of a connection has to have sent something.
 *
 * @param stranger how long somebody may be there without saying who they are, where that is asked
 * @param command how long a command may take from its first byte to its last
 * @param idle how long a connection may rest on which nothing is under way
 */
public record Deadlines(Duration stranger, Duration command, Duration idle) {
  private static final Duration STRANGER = Duration.ofSeconds(10);

  /** As long as a message of a live connection. */
  private static final Duration COMMAND = Duration.ofSeconds(30);

  /** The usual ones. */
  public static Deadlines of(Duration idle) {
    return new Deadlines(STRANGER, COMMAND, idle);
  }
}
