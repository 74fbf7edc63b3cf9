package io.quipu.lab.bench.server;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A Cassandra node, and a session of it; each starts when it is first asked for. */
final class Node implements AutoCloseable {
  private final String name;
  private final CassandraOptions options;
  private @Nullable CassandraProcess process;
  private @Nullable CqlSession session;

  /**
   * @param name that of its process in a report
   */
  Node(String name, CassandraOptions options) {
    this.name = name;
    this.options = options;
  }

  String name() {
    return name;
  }

  CassandraProcess process() {
    if (process == null) {
      process = CassandraProcess.start(options);
    }
    return process;
  }

  /** One with keyspace {@code rival}. */
  CqlSession session() {
    if (session == null) {
      session =
          CqlSession.builder()
              .addContactPoint(process().address())
              .withLocalDatacenter("datacenter1")
              .withConfigLoader(
                  DriverConfigLoader.programmaticBuilder()
                      .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                      .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
                      .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 2)
                      .build())
              .build();
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS rival WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }
    return session;
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
    if (process != null) {
      process.close();
    }
  }
}
