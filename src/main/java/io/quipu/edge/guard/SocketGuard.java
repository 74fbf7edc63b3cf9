package io.quipu.edge.guard;

import io.netty.channel.Channel;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;

/**
 * The {@link ConnectionGuard} of one server instance that does not speak HTTP. Bounds the number of
 * sockets, and cuts off clients that do not read their answers. Deadlines of requests are left to
 * the reader of the socket. Confined to the context of the instance, which is the event loop of its
 * sockets.
 */
public final class SocketGuard {
  private final Connections connections;
  private final Clock clock;
  private final OpenConnections open;

  /**
   * @param connections of the whole process
   */
  public SocketGuard(Connections connections, Clock clock) {
    this.connections = connections;
    this.clock = clock;
    this.open = new OpenConnections(connections, clock);
  }

  /** Checks the sockets from now on, until the verticle ends. */
  public void start(Vertx vertx) {
    open.start(vertx);
  }

  /** The time between two checks of the sockets, in milliseconds. */
  public long pauseMillis() {
    return OpenConnections.pauseMillis(connections.settings());
  }

  /**
   * Takes in a socket before anything is written to it. Closes the socket and returns false if
   * there is no place.
   *
   * @param encrypted whether the socket speaks TLS, and so took its place before the handshake
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
