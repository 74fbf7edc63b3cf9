package io.quipu.edge.guard.connection;

import io.netty.channel.Channel;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;

/**
 * The counterpart of {@link ConnectionGuard} for a server instance that does not speak HTTP. Bounds
 * the number of sockets, and closes the sockets of clients that do not read their answers. The
 * reader of a socket checks the deadlines of requests. Confined to the context of the instance,
 * which is the event loop of its sockets.
 */
public final class SocketGuard {
  private final Connections connections;
  private final Clock clock;
  private final OpenConnections open;

  /**
   * @param connections bounds the connections of the whole process
   */
  public SocketGuard(Connections connections, Clock clock) {
    this.connections = connections;
    this.clock = clock;
    this.open = new OpenConnections(connections, clock);
  }

  /** Starts the checks of the sockets, which end when the verticle stops. */
  public void start(Vertx vertx) {
    open.start(vertx);
  }

  /** The time between two checks of the sockets, in milliseconds. */
  public long pauseMillis() {
    return OpenConnections.pauseMillis(connections.settings());
  }

  /**
   * Adds a socket to the checks. To be called before anything is written to the socket. If there is
   * no place, closes the socket and returns false.
   *
   * @param encrypted whether the socket uses TLS, and so has taken its place before the handshake
   */
  public boolean enter(NetSocket socket, boolean encrypted) {
    Channel channel = Connections.channel(socket);
    channel.config().setRecvByteBufAllocator(ConnectionGuard.READ_BUFFERS);
    AnswerPace pace = open.pace(channel);
    if (!encrypted && !connections.enter(channel)) {
      pace.close();
      return false;
    }
    open.add(channel, new GuardedConnection(channel, null, pace, clock.monotonicNanos()));
    return true;
  }
}
