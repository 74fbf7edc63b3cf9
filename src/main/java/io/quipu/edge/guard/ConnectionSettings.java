package io.quipu.edge.guard;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * Bounds and paces of HTTP connections.
 *
 * @param total most connections of a process
 * @param perAddress most of them from one address; of IPv6 the first 64 bits count
 * @param head how long a request line and its headers may take, and a new connection until then
 * @param stall how long the bytes of an answer may wait for a client that takes fewer than {@code
 *     stallBytes} of them meanwhile
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
   * With the usual paces.
   *
   * @param eventLoops how many have connections
   */
  public static ConnectionSettings of(int total, int perAddress, int eventLoops) {
    long unread = PlatformDependent.maxDirectMemory() / UNREAD_PART_OF_DIRECT_MEMORY / eventLoops;
    return new ConnectionSettings(total, perAddress, HEAD, STALL, STALL_BYTES, unread);
  }
}
