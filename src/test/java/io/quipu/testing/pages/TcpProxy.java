package io.quipu.testing.pages;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A way to a service that can be cut, for all connections at once, and restored. It can also lose
 * answers of the service.
 */
final class TcpProxy implements AutoCloseable {
  private final InetSocketAddress service;
  private final Set<Closeable> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger replaced = new AtomicInteger();
  private volatile ServerSocket listening;
  private volatile @Nullable String inPlace;

  TcpProxy(URI service) throws IOException {
    this.service = new InetSocketAddress(service.getHost(), service.getPort());
    this.listening = listen(0);
  }

  /** The service, reached through this proxy. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  /** Breaks every connection, and refuses new ones. */
  void cut() throws IOException {
    listening.close();
    for (Closeable connection : connections) {
      connection.close();
    }
    connections.clear();
  }

  void restore() throws IOException {
    listening = listen(listening.getLocalPort());
  }

  /**
   * From now on sends something in place of each answer of the service, and closes the connection.
   *
   * @param answer empty for a connection that is closed without an answer; null for the answers of
   *     the service
   */
  void answerInPlace(@Nullable String answer) {
    inPlace = answer;
  }

  /** The number of answers in whose place something else was sent. */
  int replaced() {
    return replaced.get();
  }

  @Override
  public void close() throws IOException {
    cut();
  }

  private ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    inBackground(() -> accept(socket));
    return socket;
  }

  private void accept(ServerSocket socket) throws IOException {
    while (!socket.isClosed()) {
      Socket client = socket.accept();
      Socket server = new Socket(service.getAddress(), service.getPort());
      connections.add(client);
      connections.add(server);
      inBackground(() -> pump(client, server));
      inBackground(() -> pumpAnswers(server, client));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } finally {
      connections.remove(from);
      connections.remove(to);
    }
  }

  private void pumpAnswers(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      byte[] bytes = new byte[8192];
      for (int read = from.getInputStream().read(bytes);
          read >= 0;
          read = from.getInputStream().read(bytes)) {
        String other = inPlace;
        if (other != null) {
          to.getOutputStream().write(other.getBytes(US_ASCII));
          replaced.incrementAndGet();
          return;
        }
        to.getOutputStream().write(bytes, 0, read);
      }
    } finally {
      connections.remove(from);
      connections.remove(to);
    }
  }

  private static void inBackground(Transfer transfer) {
    Thread thread = new Thread(() -> runUntilClosed(transfer), "tcp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void runUntilClosed(Transfer transfer) {
    try {
      transfer.run();
    } catch (IOException | UncheckedIOException e) {
      // a connection ended, or was cut: that is what this proxy is for
    }
  }

  @FunctionalInterface
  private interface Transfer {
    void run() throws IOException;
  }
}
