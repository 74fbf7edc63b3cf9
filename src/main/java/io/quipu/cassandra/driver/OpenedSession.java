package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.CassandraClientOptions;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A builder that returns a session that is already open. The client of Vert.x takes only a builder,
 * and would open a session without retries and without a check of the schema.
 */
public final class OpenedSession extends CqlSessionBuilder {
  private final CqlSession session;
  private volatile boolean taken;

  private OpenedSession(CqlSession session) {
    this.session = session;
  }

  /**
   * Creates a client, which closes the session when the client closes. Blocks for a moment, so it
   * must not be called on an event loop.
   *
   * @param name under which clients on this Vert.x share a session
   * @throws IllegalStateException if this Vert.x already has a session of that name; the caller
   *     still has to close {@code session} then
   */
  public static CassandraClient client(Vertx vertx, String name, CqlSession session) {
    OpenedSession opened = new OpenedSession(session);
    CassandraClient client =
        CassandraClient.createShared(vertx, name, new CassandraClientOptions(opened));
    // the client takes the session only for its first request
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
