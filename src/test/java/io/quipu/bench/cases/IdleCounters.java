package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Counters that were settled long ago: their names and checkpoints, straight into the tables. */
final class IdleCounters {
  private static final int TOGETHER = 9;
  private static final int IN_FLIGHT = 16;
  private static final int PARTS = 16;

  private final CqlSession session;
  private final PreparedStatement name;
  private final PreparedStatement checkpoint;
  private int made;

  IdleCounters(CqlSession session) {
    this.session = session;
    this.name =
        session.prepare(
            "INSERT INTO quipu.counter_name (namespace, part, counter) VALUES ('idle', ?, ?)");
    this.checkpoint =
        session.prepare(
            "INSERT INTO quipu.checkpoint (namespace, counter, total, events, until)"
                + " VALUES ('idle', ?, ?, 1, ?)");
  }

  /** Makes more until there are as many. */
  void upTo(int counters) throws InterruptedException {
    Semaphore room = new Semaphore(IN_FLIGHT);
    while (made < counters) {
      List<BatchableStatement<?>> some = new ArrayList<>();
      for (int i = 0; i < TOGETHER; i++, made++) {
        String counter = "idle-" + made;
        some.add(name.bind(made / TOGETHER % PARTS, counter));
        some.add(checkpoint.bind(counter, BigInteger.ONE, Uuids.startOf(0)));
      }
      room.acquire();
      session
          .executeAsync(BatchStatement.newInstance(BatchType.UNLOGGED, some))
          .whenComplete((done, failure) -> room.release());
    }
    room.acquire(IN_FLIGHT);
  }
}
