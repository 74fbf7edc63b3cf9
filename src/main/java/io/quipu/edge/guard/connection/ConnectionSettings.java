package io.quipu.edge.guard.connection;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * Bounds and paces of HTTP connections.
 *
 * @param total the maximum number of connections of a process to one port
 * @param perAddress the maximum number of these connections from one address; of an IPv6 address
 *     the first 64 bits count
 * @param head time limit for a request line and its headers; on a new connection the time until the
 *     first byte counts, too
 * @param stall time in which a client must take {@code stallBytes} of the waiting bytes of an
 *     answer, or all of them if fewer wait
 * @param stallBytes see {@code stall}
 * @param unreadBytes the maximum size in bytes of the answers that wait for all clients of one
 *     event loop together
 */
public record ConnectionSettings(
    int total, int perAddress, Duration head, Duration stall, int stallBytes, long unreadBytes) {
  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration STALL = Duration.ofSeconds(30);
  private static final int STALL_BYTES = 15 * 1024;

  /** The divisor of direct memory: reading needs direct memory at the same time. */
  private static final int UNREAD_PART_OF_DIRECT_MEMORY = 4;

  /**
   * Makes settings with the usual time limits and {@code stallBytes}.
   *
   * @param eventLoops number of event loops with connections
   */
  public static ConnectionSettings of(int total, int perAddress, int eventLoops) {
    long unread = PlatformDependent.maxDirectMemory() / UNREAD_PART_OF_DIRECT_MEMORY / eventLoops;
    return new ConnectionSettings(total, perAddress, HEAD, STALL, STALL_BYTES, unread);
  }
}
