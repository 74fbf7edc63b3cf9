package io.quipu.web;

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
 */
public record ConnectionSettings(
    int total, int perAddress, Duration head, Duration stall, int stallBytes) {
  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration STALL = Duration.ofSeconds(30);
  private static final int STALL_BYTES = 15 * 1024;

  public static ConnectionSettings of(int total, int perAddress) {
    return new ConnectionSettings(total, perAddress, HEAD, STALL, STALL_BYTES);
  }
}
