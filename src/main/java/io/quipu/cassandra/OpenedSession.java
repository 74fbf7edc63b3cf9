package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.CassandraClientOptions;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Returns a session that is already open, instead of building one. The client of Vert.x takes only
 * a builder, and would itself neither retry nor check the schema.
 */
final class OpenedSession extends CqlSessionBuilder {
  private final CqlSession session;
  private volatile boolean taken;

  private OpenedSession(CqlSession session) {
    this.session = session;
  }

  /**
   * Creates a client that owns the session from now on. Blocks for a moment: never to be called on
   * an event loop.
   *
   * @param name under which other clients on this Vert.x share the session
   * @throws IllegalStateException if there is a session of that name on this Vert.x
   */
  static CassandraClient client(Vertx vertx, String name, CqlSession session) {
    OpenedSession opened = new OpenedSession(session);
    CassandraClient client =
        CassandraClient.createShared(vertx, name, new CassandraClientOptions(opened));
    client.metadata().await();
    if (!opened.taken) {
      client.close();
      throw new IllegalStateException("another session is open as " + name);
    }
    return client;
  }

  @Override
  public CompletionStage<CqlSession> buildAsync() {
    taken = true;
    return CompletableFuture.completedFuture(session);
  }
}
