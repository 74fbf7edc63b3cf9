package io.quipu.edge.guard.connection;

import io.netty.channel.Channel;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The open connections of one server instance. Checks the connections periodically, and closes the
 * connections of clients that are too slow. Confined to the context of the instance, which is the
 * event loop of these connections.
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
   * @param connections bounds the connections of the whole process
   */
  OpenConnections(Connections connections, Clock clock) {
    this.connections = connections;
    this.clock = clock;
    this.unread = new UnreadAnswers(connections.settings().unreadBytes());
  }

  /** The milliseconds between two checks: a tenth of the limit for a head, but at least 20. */
  static long pauseMillis(ConnectionSettings settings) {
    return Math.max(settings.head().toMillis() / LOOKS, SHORTEST_PAUSE_MILLIS);
  }

  /** Starts the checks, which end when the verticle stops. */
  void start(Vertx vertx) {
    vertx.setPeriodic(pauseMillis(connections.settings()), now -> look());
  }

  /** Counts the bytes that are written to a connection. To be called before the first write. */
  AnswerPace pace(Channel channel) {
    AnswerPace pace = new AnswerPace(channel, bytes -> written(channel, bytes));
    channel.pipeline().addFirst(pace);
    return pace;
  }

  /** Adds a connection to the checks, until the connection is closed. */
  void add(Channel channel, GuardedConnection connection) {
    open.put(channel, connection);
    channel.closeFuture().addListener(closed -> open.remove(channel));
  }

  /** Checks in a later task, because the current write does not yet count as waiting. */
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
    // Closed after the loop, because each closed connection is removed from the map.
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
