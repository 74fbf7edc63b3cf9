package io.quipu.edge.guard;

import io.netty.channel.Channel;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections of one server instance, looked at every now and then: those whose clients are too
 * slow are cut off. Confined to the context of the instance, which is the event loop of its
 * connections.
 */
final class OpenConnections {
  private static final int LOOKS = 10;
  private static final long SHORTEST_PAUSE_MILLIS = 20;

  private final Connections connections;
  private final Clock clock;
  private final Map<Channel, GuardedConnection> open = new HashMap<>();
  private final UnreadAnswers unread;
  private boolean looking;

  /**
   * @param connections of the whole process
   */
  OpenConnections(Connections connections, Clock clock) {
    this.connections = connections;
    this.clock = clock;
    this.unread = new UnreadAnswers(connections.settings().unreadBytes());
  }

  /** How long it takes from one look to the next, in milliseconds. */
  static long pauseMillis(ConnectionSettings settings) {
    return Math.max(settings.head().toMillis() / LOOKS, SHORTEST_PAUSE_MILLIS);
  }

  /** Begins to look at the connections; ends with the verticle. */
  void start(Vertx vertx) {
    vertx.setPeriodic(pauseMillis(connections.settings()), now -> look());
  }

  /** Begins to count what is written to a connection, before anything is. */
  AnswerPace pace(Channel channel) {
    AnswerPace pace = new AnswerPace(channel, bytes -> written(channel, bytes));
    channel.pipeline().addFirst(pace);
    return pace;
  }

  /** Looks at a connection from now on, until it is closed. */
  void add(Channel channel, GuardedConnection connection) {
    open.put(channel, connection);
    channel.closeFuture().addListener(closed -> open.remove(channel));
  }

  /** Looks when what is being written now has been written. */
  private void written(Channel channel, int bytes) {
    if (unread.written(bytes) && !looking) {
      looking = true;
      channel.eventLoop().execute(this::lookAtUnread);
    }
  }

  private void lookAtUnread() {
    looking = false;
    for (GuardedConnection connection : unread.excess(open.values())) {
      cut(connection, ConnectionMeters.Cut.SLOW_READER);
    }
  }

  private void look() {
    long now = clock.monotonicNanos();
    List<Runnable> late = new ArrayList<>();
    for (GuardedConnection connection : open.values()) {
      ConnectionMeters.Cut reason = connection.look(now, connections.settings());
      if (reason != null) {
        late.add(() -> cut(connection, reason));
      }
    }
    late.forEach(Runnable::run);
  }

  private void cut(GuardedConnection connection, ConnectionMeters.Cut reason) {
    connections.meters().cut(reason);
    connection.cut(reason);
  }
}
