package io.quipu.testing.dev;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server on loopback that passes on so many bytes of its answers and then none: who
 * reads is in the middle, for as long as a test likes. Then it may be cut.
 */
public final class StallingProxy implements AutoCloseable {
  private final int server;
  private final long most;
  private final ServerSocket listening;
  private final Set<Closeable> connections = ConcurrentHashMap.newKeySet();
  private long passed;

  /**
   * @param server its port
   * @param most bytes of its answers that are passed on, on all connections together
   */
  public StallingProxy(int server, long most) throws IOException {
    this.server = server;
    this.most = most;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    inBackground(this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Tells whether nothing is passed on any more. */
  public synchronized boolean hasStalled() {
    return passed >= most;
  }

  private synchronized boolean mayPass(int bytes) {
    if (passed + bytes > most) {
      passed = most;
      return false;
    }
    passed += bytes;
    return true;
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      Socket to = new Socket(InetAddress.getLoopbackAddress(), server);
      connections.add(client);
      connections.add(to);
      inBackground(() -> client.getInputStream().transferTo(to.getOutputStream()));
      inBackground(() -> pass(to.getInputStream(), client));
    }
  }

  private void pass(InputStream answers, Socket client) throws IOException {
    byte[] some = new byte[4096];
    for (int read = answers.read(some); read >= 0; read = answers.read(some)) {
      if (mayPass(read)) {
        client.getOutputStream().write(some, 0, read);
      }
    }
  }

  /** Breaks every connection, and refuses new ones. */
  @Override
  public void close() throws IOException {
    listening.close();
    for (Closeable connection : connections) {
      connection.close();
    }
  }

  private static void inBackground(ConnectionThread.Work work) {
    ConnectionThread.start("stalling-proxy", work);
  }
}
