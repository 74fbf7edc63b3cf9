package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.AsyncAutoCloseable;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The failure for a driver session that never refreshes its schema again. If the control connection
 * breaks before a refresh begins to read, the driver never completes the refresh, and every later
 * refresh waits. The opening of a session includes a refresh, so the opening may never complete.
 * Only a new session helps. Seen with driver 4.19, when nodes fail while an instance starts.
 */
public final class StuckSession extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private StuckSession(String doing) {
    super("the driver does not finish to " + doing);
  }

  /**
   * Opens a session. Blocks.
   *
   * @param contactPoints number of contact points; the driver tries one after the other
   * @throws StuckSession if the driver does not open the session in time
   * @throws DriverException if no node was reached; a retry is possible
   */
  static CqlSession opened(CqlSessionBuilder builder, int contactPoints) {
    CompletionStage<CqlSession> session = builder.buildAsync();
    try {
      return await(session, LIMIT.plus(DriverOptions.OPEN_LIMIT.multipliedBy(contactPoints)));
    } catch (TimeoutException e) {
      // If the driver opens the session later, nothing uses the session.
      var unused = session.thenAccept(AsyncAutoCloseable::forceCloseAsync);
      throw new StuckSession("open a session");
    }
  }

  /**
   * Refreshes the schema. Blocks.
   *
   * @throws StuckSession if the driver does not complete the refresh in time
   * @throws DriverException if Cassandra does not answer; a retry is possible
   */
  public static Metadata refreshedSchema(CqlSession session) {
    try {
      return await(session.refreshSchemaAsync(), LIMIT);
    } catch (TimeoutException e) {
      throw new StuckSession("read the schema");
    }
  }

  private static <T> T await(CompletionStage<T> answer, Duration limit) throws TimeoutException {
    CompletableFuture<T> future = answer.toCompletableFuture();
    try {
      return future.get(limit.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNull(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraUnusable("Interrupted while connecting to Cassandra", e);
    }
  }

  private static RuntimeException failure(Throwable cause) {
    if (cause instanceof DriverException failure) {
      return failure.copy();
    }
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("unexpected failure of the driver", cause);
  }
}
