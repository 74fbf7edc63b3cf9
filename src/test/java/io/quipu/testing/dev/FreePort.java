package io.quipu.testing.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody listens on. */
public final class FreePort {
  // Below the ports that systems hand out to outgoing connections: a server that restarts on
  // its port must not find it lent to a client, least of all to one that reconnects to it.
  private static final int FIRST = 20_000;
  private static final int LAST = 30_000;
  private static final int TRIES = 100;

  private FreePort() {}

  /** A port free on the address at the time of asking. */
  public static int on(String address) {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(address, port)) {
        return port;
      }
    }
    throw new IllegalStateException("No free port on " + address);
  }

  static boolean isFree(String address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
