package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.driver.Connection;
import io.quipu.cassandra.driver.ConsistencyLevels;
import io.quipu.cassandra.driver.StuckSession;
import io.quipu.cassandra.findings.DoctorLook;
import io.quipu.cassandra.findings.Finding;
import io.quipu.cassandra.schema.KeptLayout;
import io.quipu.cassandra.session.KeyspaceLook;
import io.quipu.ops.config.CassandraConfig;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at everything that the guarantees rest on: what the start looks at, and besides it the
 * ring, clocks, repairs, partitions and the horizon. Changes nothing. Blocks the calling thread.
 */
public final class Doctor {
  private Doctor() {}

  /**
   * Connects, looks, and closes the connection.
   *
   * @return at least one finding
   * @throws CassandraUnusable with one line if no node could be reached
   */
  public static List<Finding> look(CassandraConfig config) {
    CqlSession session = opened(config);
    try {
      KeyspaceLook.Seen seen =
          new KeyspaceLook(session, config).look().toCompletableFuture().join();
      List<Finding> found = new ArrayList<>(seen.findings());
      DoctorLook doctor =
          new DoctorLook(
              session,
              config.keyspace(),
              ConsistencyLevels.plain(config.consistency()),
              Clock.systemUTC());
      found.addAll(doctor.ring(config.localDatacenter()));
      found.addAll(doctor.clocks(seen.settings()));
      seen.keyspace().ifPresent(keyspace -> found.addAll(doctor.data(keyspace, KeptLayout.GROUP)));
      return List.copyOf(found);
    } finally {
      // An orderly close of a stuck session might never end.
      session.forceCloseAsync();
    }
  }

  private static CqlSession opened(CassandraConfig config) {
    try {
      return Connection.open(config);
    } catch (StuckSession e) {
      throw new CassandraUnusable("The driver does not connect: " + e.getMessage(), e);
    }
  }
}
