package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.ChunkedWrite;
import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.WindowRun;
import io.quipu.engine.writer.EndedWriters;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sketches in Cassandra. The write timestamp of a shard is its sequence, so no clock decides which
 * of two writes of a shard replaces the other. Announcements, withdrawals and deletions have fixed
 * timestamps for the same reason.
 */
public final class CassandraSketchStore implements SketchStore {
  private static final Cql ANNOUNCE_WRITER =
      Cql.write("INSERT INTO $ks.sketch_writer (part, writer) VALUES (0, ?)");
  private static final Cql ANNOUNCE =
      Cql.write("INSERT INTO $ks.sketch_announced (writer, namespace, counter) VALUES (?, ?, ?)");
  private static final Cql WRITE =
      Cql.write(
          "UPDATE $ks.sketch_shard USING TIMESTAMP ? SET sequence = ?, state = ?"
              + " WHERE namespace = ? AND counter = ? AND writer = ?");
  private static final Cql SHARD =
      Cql.read(
          "SELECT sequence, state FROM $ks.sketch_shard"
              + " WHERE namespace = ? AND counter = ? AND writer = ?");
  private static final Cql SHARDS =
      Cql.read(
          "SELECT sequence, state, writer FROM $ks.sketch_shard"
              + " WHERE namespace = ? AND counter = ?");
  private static final String SELECT_TALLY =
      "SELECT version, merged_up_to, unmerged, state, retired FROM $ks.sketch_tally"
          + " WHERE namespace = ? AND counter = ?";
  private static final Cql TALLY = Cql.read(SELECT_TALLY);
  private static final Cql TALLY_SERIAL = Cql.serialRead(SELECT_TALLY);
  private static final Cql ADVANCE =
      Cql.conditional(
          "UPDATE $ks.sketch_tally SET version = ?, merged_up_to = ?, unmerged = ?, retired = ?, state = ?"
              + " WHERE namespace = ? AND counter = ? IF version = ?");
  private static final Cql DELETE_SHARD =
      Cql.write("DELETE FROM $ks.sketch_shard WHERE namespace = ? AND counter = ? AND writer = ?");
  private static final Cql WRITERS =
      Cql.read("SELECT writer FROM $ks.sketch_writer WHERE part = 0");
  private static final Cql COUNTERS =
      Cql.read("SELECT namespace, counter FROM $ks.sketch_announced WHERE writer = ? LIMIT ?");
  private static final Cql COUNTERS_AFTER =
      Cql.read(
          "SELECT namespace, counter FROM $ks.sketch_announced"
              + " WHERE writer = ? AND (namespace, counter) > (?, ?) LIMIT ?");
  private static final Cql WITHDRAW_ONE =
      Cql.write(
          "DELETE FROM $ks.sketch_announced WHERE writer = ? AND namespace = ? AND counter = ?");
  private static final Cql WITHDRAW =
      Cql.write("DELETE FROM $ks.sketch_announced WHERE writer = ?");
  private static final Cql WITHDRAW_WRITER =
      Cql.write("DELETE FROM $ks.sketch_writer WHERE part = 0 AND writer = ?");

  private static final CounterPartitions SHARDED = CounterPartitions.of("sketch_shard");
  private static final CounterPartitions TALLIED = CounterPartitions.of("sketch_tally");

  /** The statements of this store, to be prepared at start. */
  public static final List<Cql> STATEMENTS =
      Stream.of(
              List.of(
                  ANNOUNCE_WRITER,
                  ANNOUNCE,
                  WRITE,
                  SHARD,
                  SHARDS,
                  TALLY,
                  TALLY_SERIAL,
                  ADVANCE,
                  DELETE_SHARD,
                  WRITERS,
                  COUNTERS,
                  COUNTERS_AFTER,
                  WITHDRAW_ONE,
                  WITHDRAW,
                  WITHDRAW_WRITER),
              DerivedDirectory.STATEMENTS,
              SHARDED.statements(),
              TALLIED.statements())
          .flatMap(List::stream)
          .toList();

  private static final long ANNOUNCEMENT = 1;
  private static final long WITHDRAWAL = 2;
  private static final int VERSION = 1;

  /** The shards in a driver page: few, because some shards have a hundred kilobytes. */
  private static final int SHARDS_PAGE = 50;

  private final CassandraSession session;
  private final Requests requests;
  private final CounterNaming naming;
  private final DerivedDirectory derived;
  private final CoalescedRequests<BoundStatement, WriteOutcome> writes;

  /**
   * @param context the context that calls this store, and that completes every returned stage
   */
  public CassandraSketchStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.naming = new CounterNaming(session, context);
    this.derived = new DerivedDirectory(session, requests);
    this.writes =
        new CoalescedRequests<>(
            requests::afterThisTurn, new ShardWrites(session, requests), ShardWrites.MOST_BYTES);
  }

  /** Makes a store on the caller's context. */
  public static SketchStore here(CassandraSession session) {
    return new CassandraSketchStore(session, Vertx.currentContext());
  }

  @Override
  public CompletionStage<WriteOutcome> announce(long writer) {
    return requests.write(
        () -> session.bind(ANNOUNCE_WRITER, writer).setQueryTimestamp(ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(long writer, DerivedName name) {
    return requests.write(
        () ->
            session
                .bind(ANNOUNCE, writer, name.stored(), name.name())
                .setQueryTimestamp(ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> enter(long writer, DerivedName name) {
    return derived.enter(name, writer);
  }

  @Override
  public CompletionStage<SortedMap<DerivedName, SortedSet<Long>>> derived(
      CounterName counter, WindowRun windows) {
    return derived.of(counter, windows);
  }

  @Override
  public CompletionStage<List<CounterName>> series(
      CounterName counter, int breakdown, String after, int limit) {
    NameRange all = DerivedName.ofBreakdown(breakdown);
    NameRange rest =
        after.isEmpty() ? all : all.after(DerivedName.whole(counter.with(after)).derivation());
    return derived
        .some(counter, rest, limit)
        .thenApply(found -> found.stream().map(DerivedName::counter).toList());
  }

  @Override
  public CompletionStage<WriteOutcome> release(DerivedName name, long writer, boolean stays) {
    return derived
        .release(name, writer, stays)
        .thenCompose(
            outcome ->
                outcome.ifWritten(
                    () ->
                        requests.write(
                            () ->
                                session
                                    .bind(WITHDRAW_ONE, writer, name.stored(), name.name())
                                    .setQueryTimestamp(WITHDRAWAL))));
  }

  @Override
  public CompletionStage<WriteOutcome> write(DerivedName name, long writer, Shard shard) {
    return writes.ask(
        session.bind(
            WRITE,
            shard.sequence(),
            shard.sequence(),
            shard.state(),
            name.stored(),
            name.name(),
            writer));
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    return naming.enter(counter);
  }

  @Override
  public CompletionStage<Optional<Shard>> shard(DerivedName name, long writer) {
    return requests.read(
        () -> session.bind(SHARD, name.stored(), name.name(), writer),
        found -> Optional.ofNullable(found.one()).map(CassandraSketchStore::shard));
  }

  @Override
  public CompletionStage<SortedMap<Long, Shard>> shards(DerivedName name) {
    SortedMap<Long, Shard> all = new TreeMap<>();
    return requests
        .readAll(
            () -> session.bind(SHARDS, name.stored(), name.name()).setPageSize(SHARDS_PAGE),
            row -> all.put(row.getLong(2), shard(row)))
        .thenApply(done -> all);
  }

  private static Shard shard(Row row) {
    return new Shard(row.getLong(0), Objects.requireNonNull(row.getByteBuffer(1)));
  }

  @Override
  public CompletionStage<SketchTally> tally(DerivedName name) {
    return tally(TALLY, name);
  }

  @Override
  public CompletionStage<SketchTally> tallySerial(DerivedName name) {
    return tally(TALLY_SERIAL, name);
  }

  private CompletionStage<SketchTally> tally(Cql cql, DerivedName name) {
    return requests.read(
        () -> session.bind(cql, name.stored(), name.name()), found -> tally(found.one()));
  }

  private static SketchTally tally(@Nullable Row row) {
    return row == null
        ? SketchTally.NONE
        : new SketchTally(
            row.getLong(0),
            EndedWriters.of(
                row.getLong(1),
                BlobReader.read(row.getByteBuffer(2), VERSION, CassandraSketchStore::numbers)),
            retired(row.getByteBuffer(4)),
            Optional.of(Objects.requireNonNull(row.getByteBuffer(3))));
  }

  private static SortedSet<Long> retired(@Nullable ByteBuffer blob) {
    return blob == null
        ? new TreeSet<>()
        : new TreeSet<>(BlobReader.read(blob, VERSION, CassandraSketchStore::numbers));
  }

  private static List<Long> numbers(BlobReader blob) {
    List<Long> numbers = new ArrayList<>();
    for (int left = blob.count(); left > 0; left--) {
      numbers.add(blob.number());
    }
    return numbers;
  }

  private static ByteBuffer blob(Collection<Long> numbers) {
    BlobWriter blob = new BlobWriter(VERSION).number(numbers.size());
    numbers.forEach(blob::number);
    return blob.blob();
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      DerivedName name, SketchTally before, SketchTally next) {
    return requests.conditional(
        () ->
            session
                .prepared(ADVANCE)
                .bind(
                    next.version(),
                    next.merged().upTo(),
                    blob(next.merged().except()),
                    next.retired().isEmpty() ? null : blob(next.retired()),
                    next.state().orElseThrow(),
                    name.stored(),
                    name.name(),
                    before.version() == 0 ? null : before.version()));
  }

  @Override
  public CompletionStage<WriteOutcome> deleteShards(DerivedName name, Collection<Long> writers) {
    return ChunkedWrite.of(requests, writers, writer -> deletion(name, writer));
  }

  private BatchableStatement<?> deletion(DerivedName name, long writer) {
    return session
        .bind(DELETE_SHARD, name.stored(), name.name(), writer)
        .setQueryTimestamp(Shard.DELETION);
  }

  @Override
  public CompletionStage<SortedSet<Long>> writers() {
    SortedSet<Long> all = new TreeSet<>();
    return requests
        .readAll(() -> session.bind(WRITERS), row -> all.add(row.getLong(0)))
        .thenApply(done -> all);
  }

  @Override
  public CompletionStage<List<DerivedName>> counters(
      long writer, @Nullable DerivedName after, int limit) {
    List<DerivedName> some = new ArrayList<>();
    return requests
        .readAll(
            () -> counters(writer, limit, after),
            row ->
                some.add(
                    DerivedName.ofStored(
                        Objects.requireNonNull(row.getString(0)),
                        Objects.requireNonNull(row.getString(1)))))
        .thenApply(done -> some);
  }

  private BoundStatement counters(long writer, int limit, @Nullable DerivedName after) {
    return after == null
        ? session.bind(COUNTERS, writer, limit)
        : session.bind(COUNTERS_AFTER, writer, after.stored(), after.name(), limit);
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    return derived
        .eraseStates(extent, this::eraseState)
        .thenCompose(done -> SHARDED.erase(session, requests, extent))
        .thenCompose(done -> TALLIED.erase(session, requests, extent))
        .thenCompose(done -> derived.erase(extent));
  }

  private CompletionStage<Void> eraseState(DerivedName name) {
    return SHARDED
        .erase(session, requests, name)
        .thenCompose(done -> TALLIED.erase(session, requests, name));
  }

  @Override
  public CompletionStage<WriteOutcome> withdraw(long writer) {
    return requests
        .write(() -> session.bind(WITHDRAW, writer).setQueryTimestamp(WITHDRAWAL))
        .thenCompose(
            outcome ->
                outcome.ifWritten(
                    () ->
                        requests.write(
                            () ->
                                session
                                    .bind(WITHDRAW_WRITER, writer)
                                    .setQueryTimestamp(WITHDRAWAL))));
  }
}
