package io.quipu.testing.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody listens on. */
public final class FreePort {
  // Below the ports that systems hand out to outgoing connections: a server that restarts on
  // its port must not find it lent to a client, least of all to one that reconnects to it.
  private static final int FIRST = 20_000;
  private static final int LAST = 30_000;
  private static final int TRIES = 100;

  /**
   * One byte for each port, locked by the JVM that has drawn it until that ends. A server listens
   * seconds after its port was drawn: another JVM that drew the same one would take that server for
   * its own.
   */
  private static final FileChannel DRAWN = open();

  private FreePort() {}

  /** A port free on the address at the time of asking, and drawn by nobody else who runs. */
  public static int on(String address) {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(address, port) && isDrawnFirst(port)) {
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

  private static boolean isDrawnFirst(int port) {
    try {
      return DRAWN.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException byThisJvm) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel open() {
    Path file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "quipu-test-ports-" + System.getProperty("user.name"));
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
