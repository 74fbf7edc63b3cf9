package io.quipu.edge.guard;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * Bounds and paces of HTTP connections.
 *
 * @param total most connections of a process
 * @param perAddress most connections from one address; of IPv6 the first 64 bits count
 * @param head time limit for a request line and its headers; on a new connection, from its start
 * @param stall time limit for waiting bytes of an answer, if the client takes fewer than {@code
 *     stallBytes} in that time
 * @param stallBytes see {@code stall}
 * @param unreadBytes most bytes of answers that wait for all clients of one event loop
 */
public record ConnectionSettings(
    int total, int perAddress, Duration head, Duration stall, int stallBytes, long unreadBytes) {
  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration STALL = Duration.ofSeconds(30);
  private static final int STALL_BYTES = 15 * 1024;

  /** A quarter of direct memory for unread bytes: reading needs as much at the same time. */
  private static final int UNREAD_PART_OF_DIRECT_MEMORY = 4;

  /**
   * Settings with the usual paces.
   *
   * @param eventLoops number of event loops with connections
   */
  public static ConnectionSettings of(int total, int perAddress, int eventLoops) {
    long unread = PlatformDependent.maxDirectMemory() / UNREAD_PART_OF_DIRECT_MEMORY / eventLoops;
    return new ConnectionSettings(total, perAddress, HEAD, STALL, STALL_BYTES, unread);
  }
}
