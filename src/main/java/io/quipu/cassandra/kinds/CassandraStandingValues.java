package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.ChunkedWrite;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.ErasureTimestamp;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.TupleList;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.ExtentCql;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StatedValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Standing values in Cassandra. The write timestamp of a row is its event time. A deletion of
 * former rows has the event time of a later row of the actor as its timestamp, so no clock decides
 * what the deletion covers.
 */
public final class CassandraStandingValues implements StandingValues {
  private static final String PARTITION = " WHERE page = ? AND part = ?";
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace, counter, actor, at, version, value FROM $ks.standing"
              + PARTITION
              + " AND (namespace, counter, actor) IN ?");
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.standing (page, part, namespace, counter, actor, at, version, value)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  private static final Cql DELETE =
      Cql.write(
          "DELETE FROM $ks.standing"
              + PARTITION
              + " AND namespace = ? AND counter = ? AND actor = ? AND at < ?");

  private static final ExtentCql ERASE = ExtentCql.write("DELETE FROM $ks.standing" + PARTITION);

  /** The statements of this store, to be prepared at start. */
  public static final List<Cql> STATEMENTS =
      Stream.concat(Stream.of(SELECT, INSERT, DELETE), ERASE.statements().stream()).toList();

  private static final int ACTORS_IN_A_LOOKUP = 500;
  private static final int LOOKUPS_AT_ONCE = 4;

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context the context that calls this store, and that completes every returned stage
   */
  public CassandraStandingValues(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  /** Makes a store on the caller's context. */
  public static StandingValues here(CassandraSession session) {
    return new CassandraStandingValues(session, Vertx.currentContext());
  }

  @Override
  public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
    return BoundedConcurrency.forEach(
        LOOKUPS_AT_ONCE,
        TupleList.sorted(actors, ACTORS_IN_A_LOOKUP),
        some -> requests.readAll(() -> lookup(part, some), row -> hand(row, sink)));
  }

  private BoundStatement lookup(Part part, ByteBuffer actors) {
    return session.bind(SELECT, part.page(), part.part()).setBytesUnsafe(2, actors);
  }

  private static void hand(Row row, Sink sink) {
    UUID at = Objects.requireNonNull(row.getUuid(3));
    sink.counted(
        CounterName.ofStored(
            Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1))),
        new StatedValue(
                Objects.requireNonNull(row.getString(2)), row.getLong(4), row.getLong(5), null)
            .since(at));
  }

  @Override
  public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
    return ChunkedWrite.of(requests, values, one -> insert(part, one));
  }

  private BoundStatement insert(Part part, Counted one) {
    StatedValue stated = StatedValue.of(one.id());
    return session
        .bind(
            INSERT,
            part.page(),
            part.part(),
            one.counter().stored(),
            one.counter().name(),
            stated.actor(),
            one.id().at(),
            stated.version(),
            stated.value())
        .setQueryTimestamp(micros(EventTime.of(one.id().at())));
  }

  @Override
  public CompletionStage<WriteOutcome> erase(Part part, Extent extent) {
    return requests.write(
        () ->
            ERASE
                .bind(session, extent, part.page(), part.part())
                .setQueryTimestamp(ErasureTimestamp.FOREVER));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before) {
    return requests.write(
        () ->
            session
                .bind(
                    DELETE,
                    part.page(),
                    part.part(),
                    actor.counter().stored(),
                    actor.counter().name(),
                    actor.id(),
                    before.boundary())
                .setQueryTimestamp(micros(before)));
  }

  /** Microseconds of Unix time, rounded down: a deletion covers writes of its microsecond, too. */
  private static long micros(EventTime time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time.instant());
  }
}
