package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.Load;
import io.quipu.lab.bench.report.Aim;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Rows of the ids of one counter packed together, against a row for each. Nothing of the service
 * runs in it.
 */
final class PackedIds {
  private static final int COUNTERS = 25;
  private static final int IDS = 16;
  private static final int EVENTS = COUNTERS * IDS;
  private static final int IN_FLIGHT = 8;
  private static final String PACKED =
      "CREATE TABLE IF NOT EXISTS rival.packed (class int, bucket timestamp, part int, page int,"
          + " namespace text, counter text, at timeuuid, delta bigint, events int, id text,"
          + " remember int, ids blob, PRIMARY KEY ((class, bucket, part), page, namespace, counter,"
          + " at))"
          + EventInserts.OPTIONS;

  private final CqlSession session;
  private long ids;

  private PackedIds(CqlSession session) {
    this.session = session;
  }

  static void run(Bench bench) {
    new PackedIds(bench.servers().session()).measure(bench);
  }

  private void measure(Bench bench) {
    Load packed = new DriverLoad(session, IN_FLIGHT, packed());
    Load single = new DriverLoad(session, IN_FLIGHT, single());
    try (Duel duel =
        new Duel(bench, new Side("packed", packed, EVENTS), new Side("rows", single, EVENTS))) {
      duel.throughput("%d ids of %d counters".formatted(EVENTS, COUNTERS), "ids/s", Aim.NONE);
    }
  }

  private Supplier<Statement<?>> packed() {
    session.execute(PACKED);
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO rival.packed (class, bucket, part, page, namespace, counter, at, delta,"
                + " events, ids) VALUES (5, ?, 0, 0, 'default', ?, ?, 16, -16, ?)");
    return () -> {
      Instant bucket = EventInserts.now();
      List<BatchableStatement<?>> all = new ArrayList<>();
      for (int i = 0; i < COUNTERS; i++) {
        ByteBuffer blob = ByteBuffer.allocate(1024);
        for (int j = 0; j < IDS; j++) {
          byte[] id = id().getBytes(StandardCharsets.UTF_8);
          blob.put((byte) id.length).put(id).put((byte) 1).put((byte) 1);
        }
        all.add(insert.bind(bucket, "packed-" + i, Uuids.timeBased(), blob.flip()));
      }
      return BatchStatement.newInstance(BatchType.UNLOGGED, all);
    };
  }

  private Supplier<Statement<?>> single() {
    session.execute(PACKED.replace("rival.packed", "rival.single"));
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO rival.single (class, bucket, part, page, namespace, counter, at, delta,"
                + " events, id) VALUES (5, ?, 0, 0, 'default', ?, ?, 1, 1, ?)");
    return () -> {
      Instant bucket = EventInserts.now();
      List<BatchableStatement<?>> all = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        all.add(insert.bind(bucket, "packed-" + i / IDS, Uuids.timeBased(), id()));
      }
      return BatchStatement.newInstance(BatchType.UNLOGGED, all);
    };
  }

  private String id() {
    return "order-" + ThreadLocalRandom.current().nextLong() + "-" + ids++;
  }
}
