package io.quipu.cassandra;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.IdPartition;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Deletes in Cassandra what is stored of a life of a namespace: ranges of rows, with the timestamp
 * {@link ErasureTimestamp#FOREVER}. States of counters are changed by conditional writes only;
 * their deletion need not be one, as no counter is ever read whose namespace was deleted.
 */
public final class CassandraErasure implements Erasure {
  private static final Cql STATES =
      Cql.write("DELETE FROM $ks.page WHERE page = ? AND namespace = ?");
  private static final Cql FIRST_STATE =
      Cql.read("SELECT counter FROM $ks.page WHERE page = ? AND namespace = ? LIMIT 1");
  private static final Cql DELETED_WINDOWS =
      Cql.write("DELETE FROM $ks.deleted_window WHERE page = ? AND namespace = ?");
  private static final Cql IDS =
      Cql.write(
          "DELETE FROM $ks.member"
              + " WHERE page = ? AND part = ? AND remember = ? AND period = ? AND namespace = ?");
  private static final Cql ROWS =
      Cql.write(
          "DELETE FROM $ks.event"
              + " WHERE class = ? AND bucket = ? AND part = ? AND page IN ? AND namespace = ?");
  private static final Cql NAMES =
      Cql.write("DELETE FROM $ks.counter_name WHERE namespace = ? AND part = ?");

  static final List<Cql> STATEMENTS =
      List.of(STATES, FIRST_STATE, DELETED_WINDOWS, IDS, ROWS, NAMES);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraErasure(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<Boolean> hasStates(int page, String stored) {
    return requests.read(
        () -> session.bind(FIRST_STATE, page, stored), found -> found.one() != null);
  }

  @Override
  public CompletionStage<WriteOutcome> states(int page, String stored) {
    return write(STATES, page, stored)
        .thenCombine(write(DELETED_WINDOWS, page, stored), WriteOutcome::and);
  }

  @Override
  public CompletionStage<WriteOutcome> ids(IdPartition partition, String stored) {
    return write(
        IDS,
        partition.page(),
        partition.part(),
        partition.window(),
        Instant.ofEpochSecond(partition.period()),
        stored);
  }

  @Override
  public CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, String stored) {
    return write(
        ROWS,
        partition.retention(),
        Instant.ofEpochSecond(partition.bucket()),
        partition.part(),
        List.copyOf(pages),
        stored);
  }

  @Override
  public CompletionStage<WriteOutcome> names(String stored) {
    return IntStream.range(0, CassandraCounterNames.parts(session.layout()))
        .mapToObj(part -> write(NAMES, stored, part))
        .reduce((one, other) -> one.thenCombine(other, WriteOutcome::and))
        .orElseThrow();
  }

  private CompletionStage<WriteOutcome> write(Cql cql, Object... values) {
    return requests.write(
        () -> session.bind(cql, values).setQueryTimestamp(ErasureTimestamp.FOREVER));
  }
}
