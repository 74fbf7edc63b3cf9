package io.quipu.lab.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * The way to a server, which loses or delays answers when told to. Requests always arrive: the
 * server acts, and the client does not hear of it.
 */
final class FaultyProxy implements AutoCloseable {
  /** The fate of the server's answers. */
  enum Fault {
    /** Read, and thrown away; the connection stays open, silent. */
    SWALLOW,
    /** The connection is closed in place of the answer. */
    CUT,
    /** Delivered when the fault is over. */
    HOLD
  }

  private static final int CHUNK = 16 * 1024;
  private static final int CONNECT_MILLIS = 5_000;

  private final InetSocketAddress server;
  private final ServerSocket listening;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile Episode episode = Episode.NONE;

  /** From now until it ends, a share of the connections, old and new, has this fault. */
  private record Episode(Fault fault, double share, CountDownLatch over) {
    static final Episode NONE = new Episode(Fault.HOLD, 0, new CountDownLatch(0));

    boolean isOver() {
      return over.getCount() == 0;
    }
  }

  /** Listens at an address; port 0 picks a free one. */
  FaultyProxy(InetSocketAddress at, InetSocketAddress server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket();
    listening.setReuseAddress(true);
    listening.bind(at);
    inBackground(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
  }

  /** Begins a fault on this share, from 0 to 1, of the connections. */
  void begin(Fault fault, double share) {
    episode = new Episode(fault, share, new CountDownLatch(1));
  }

  /** Lets everything pass again; connections that lost bytes are closed. */
  void end() {
    episode.over().countDown();
    episode = Episode.NONE;
    connections.stream().filter(connection -> connection.spoilt).forEach(Connection::close);
  }

  @Override
  public void close() throws IOException {
    end();
    listening.close();
    connections.forEach(Connection::close);
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      inBackground(() -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    Socket upstream = new Socket();
    Connection connection = new Connection(client, upstream);
    try {
      upstream.connect(server, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      connections.add(connection);
      inBackground(connection::requests);
      connection.answers();
    } finally {
      connection.close();
      connections.remove(connection);
    }
  }

  private static void inBackground(Transfer transfer) {
    Thread thread = new Thread(() -> runUntilClosed(transfer), "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void runUntilClosed(Transfer transfer) {
    try {
      transfer.run();
    } catch (IOException e) {
      // a connection ended, or could not be made: its other end is told by closing it
    }
  }

  @FunctionalInterface
  private interface Transfer {
    void run() throws IOException;
  }

  /** One client's connection, with its own to the server. */
  private final class Connection implements Closeable {
    private final Socket client;
    private final Socket upstream;
    private final Random random = new Random();
    private Episode decidedFor = Episode.NONE;
    private boolean chosen;
    private volatile boolean spoilt;

    Connection(Socket client, Socket upstream) {
      this.client = client;
      this.upstream = upstream;
    }

    void requests() throws IOException {
      try (this) {
        client.getInputStream().transferTo(upstream.getOutputStream());
      }
    }

    void answers() throws IOException {
      InputStream in = upstream.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] chunk = new byte[CHUNK];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if (mayPass()) {
          out.write(chunk, 0, read);
        }
      }
    }

    private boolean mayPass() throws IOException {
      Episode now = episode;
      if (now.isOver() || !isChosen(now)) {
        return !spoilt;
      }
      if (now.fault() == Fault.HOLD && !spoilt) {
        awaitEnd(now);
        return true;
      }
      spoilt = true;
      if (now.fault() == Fault.CUT || now.isOver()) {
        throw new IOException("cut");
      }
      return false;
    }

    private boolean isChosen(Episode now) {
      if (!decidedFor.equals(now)) {
        decidedFor = now;
        chosen = random.nextDouble() < now.share();
      }
      return chosen;
    }

    private static void awaitEnd(Episode now) throws IOException {
      try {
        now.over().await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      try (client;
          upstream) {
        // both, whatever happens to the first
      } catch (IOException alreadyBroken) {
        // as it should be
      }
    }
  }
}
