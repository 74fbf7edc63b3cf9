package io.quipu.edge.guard;

import io.netty.channel.Channel;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;

/**
 * Takes in the sockets of one server instance that does not speak HTTP: bounds how many there are,
 * and cuts those off whose clients do not take what they are answered, as {@link ConnectionGuard}
 * does. What is late of what they send is for whoever reads it. Confined to the context of the
 * instance, which is the event loop of its sockets.
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

  /** Begins to look at the sockets; ends with the verticle. */
  public void start(Vertx vertx) {
    open.start(vertx);
  }

  /** How long it takes from one look at the sockets to the next, in milliseconds. */
  public long pauseMillis() {
    return OpenConnections.pauseMillis(connections.settings());
  }

  /**
   * Takes in a socket, before anything is written to it; false if there is no place, so that it is
   * closed.
   *
   * @param encrypted whether it has a place since before it shook hands
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
