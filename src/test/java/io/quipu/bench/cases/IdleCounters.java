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
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Counters that were settled long ago: their names and checkpoints, straight into the tables. */
final class IdleCounters {
  private static final int TOGETHER = 9;
  private static final int PARTS = 16;
  private static final int ATTEMPTS = 3;

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
            "INSERT INTO quipu.checkpoint (namespace, counter, total, events, until, epoch)"
                + " VALUES ('idle', ?, ?, 1, ?, 0)");
  }

  /**
   * Makes more until there are as many, or a few more.
   *
   * @throws java.util.concurrent.CompletionException if one cannot be written: fewer would exist
   *     than the case says
   */
  void upTo(int counters) {
    List<Supplier<CompletionStage<?>>> writes = new ArrayList<>();
    while (made < counters) {
      int first = made;
      writes.add(() -> persistently(ATTEMPTS, () -> session.executeAsync(from(first))));
      made += TOGETHER;
    }
    Settler.all(writes);
  }

  private BatchStatement from(int first) {
    List<BatchableStatement<?>> some = new ArrayList<>();
    for (int i = first; i < first + TOGETHER; i++) {
      String counter = "idle-" + i;
      some.add(name.bind(i / TOGETHER % PARTS, counter));
      some.add(checkpoint.bind(counter, BigInteger.ONE, Uuids.startOf(0)));
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, some);
  }

  /** A write that may be repeated, as one of a million times out now and then. */
  static <T> CompletionStage<T> persistently(int attempts, Supplier<CompletionStage<T>> write) {
    CompletionStage<T> first = write.get();
    return attempts == 1
        ? first
        : first.exceptionallyCompose(failure -> persistently(attempts - 1, write));
  }
}
