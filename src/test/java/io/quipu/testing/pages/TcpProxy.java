package io.quipu.testing.pages;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A way to a service that can be cut, for all connections at once, and restored. It can also lose
 * answers of the service, and answer in its place.
 */
final class TcpProxy implements AutoCloseable {
  private static final String HEAD_END = "\r\n\r\n";
  private static final String BUSY =
      """
      HTTP/1.1 503 Service Unavailable\r
      Access-Control-Allow-Origin: *\r
      Content-Length: 0\r
      Connection: close\r
      \r
      """;

  private final InetSocketAddress service;
  private final Set<Closeable> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger posts = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listening;
  private volatile int failing = Integer.MAX_VALUE;

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
   * From now on fails two of so many {@code POST} requests. One reaches the service, and its answer
   * is lost: the connection is closed, in turn without an answer and after a {@code 503}. The other
   * gets a {@code 503} and does not reach the service.
   */
  void failTwoOf(int requests) {
    failing = requests;
  }

  /** The number of requests that the service has accepted, and whose answer was lost. */
  int lost() {
    return lost.get();
  }

  /** The number of requests that got a {@code 503} and did not reach the service. */
  int refused() {
    return refused.get();
  }

  /** The bodies of the requests that failed, and did not come again. */
  Set<String> unanswered() {
    return unanswered;
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
      AtomicBoolean losing = new AtomicBoolean();
      inBackground(() -> pump(client, server, bytes -> pass(bytes, client, losing)));
      inBackground(() -> pump(server, client, bytes -> passBack(bytes, client, losing)));
    }
  }

  /** Passes bytes on as long as a gate lets them pass; then closes both ends. */
  private void pump(Socket from, Socket to, Gate gate) throws IOException {
    try (from;
        to) {
      byte[] buffer = new byte[8192];
      for (int read = from.getInputStream().read(buffer);
          read >= 0 && gate.passes(new String(buffer, 0, read, ISO_8859_1));
          read = from.getInputStream().read(buffer)) {
        to.getOutputStream().write(buffer, 0, read);
      }
    } finally {
      connections.remove(from);
      connections.remove(to);
    }
  }

  /** Lets a request pass, unless it is refused here. A browser sends a small one in one piece. */
  private boolean pass(String request, Socket client, AtomicBoolean losing) throws IOException {
    if (failing == Integer.MAX_VALUE || !request.startsWith("POST ")) {
      return true;
    }
    String body = request.substring(request.indexOf(HEAD_END) + HEAD_END.length());
    unanswered.remove(body);
    int place = posts.incrementAndGet() % failing;
    losing.set(place == 0);
    if (place == 0) {
      unanswered.add(body);
    } else if (place == failing / 2) {
      unanswered.add(body);
      refused.incrementAndGet();
      client.getOutputStream().write(BUSY.getBytes(ISO_8859_1));
      return false;
    }
    return true;
  }

  /** Loses each second answer without a trace: a browser itself repeats some of these requests. */
  private boolean passBack(String answer, Socket client, AtomicBoolean losing) throws IOException {
    if (!losing.get() || !answer.startsWith("HTTP/1.1 201 ")) {
      return true;
    }
    if (lost.incrementAndGet() % 2 == 0) {
      client.getOutputStream().write(BUSY.getBytes(ISO_8859_1));
    }
    return false;
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

  @FunctionalInterface
  private interface Gate {
    boolean passes(String bytes) throws IOException;
  }
}
