package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A session of the driver that will never refresh its schema again: where its control connection
 * breaks during a refresh, the driver takes that one for unfinished, and every later one waits for
 * it. Only a new session helps. Seen with driver 4.19, when nodes fail while an instance starts.
 */
final class StuckSession extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private StuckSession() {
    super("the driver does not finish to read the schema");
  }

  /**
   * The schema as it is now. Blocks.
   *
   * @throws StuckSession if the driver does not come back
   * @throws DriverException if Cassandra does not answer; it may be tried again
   */
  static Metadata refreshedSchema(CqlSession session) {
    try {
      return session
          .refreshSchemaAsync()
          .toCompletableFuture()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new StuckSession();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DriverException failure
          ? failure.copy()
          : new IllegalStateException("unexpected failure of a schema refresh", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraUnusable("Interrupted while reading the schema", e);
    }
  }
}
