package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.store.Checkpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Checkpoints; by quorum reads, those of counters with the same replicas together. */
final class ReadCheckpoints implements CoalescedReads.Query<CounterName, Checkpoint> {
  private static final String ONE =
      "SELECT "
          + CheckpointRow.COLUMNS
          + " FROM $ks.checkpoint WHERE namespace = ? AND counter = ? LIMIT 1";

  private static final Cql READ = Cql.read(ONE);
  private static final Cql READ_SERIAL = Cql.serialRead(ONE);
  private static final Cql SEVERAL =
      Cql.read(
          "SELECT "
              + CheckpointRow.COLUMNS
              + ", counter FROM $ks.checkpoint WHERE namespace = ? AND counter IN ?"
              + " PER PARTITION LIMIT 1");

  static final List<Cql> STATEMENTS = List.of(READ, READ_SERIAL, SEVERAL);

  private final PreparedStatement read;
  private final PreparedStatement readSerial;
  private final PreparedStatement several;
  private final Requests requests;
  private final ReplicaSets replicas;

  ReadCheckpoints(CassandraSession session, Requests requests) {
    this.read = session.prepared(READ);
    this.readSerial = session.prepared(READ_SERIAL);
    this.several = session.prepared(SEVERAL);
    this.requests = requests;
    this.replicas = new ReplicaSets(session);
  }

  private record Group(String namespace, Object replicas) {}

  @Override
  public Object group(CounterName counter) {
    return new Group(counter.namespace(), replicas.of(counter));
  }

  @Override
  public CompletionStage<Checkpoint> readOne(CounterName counter) {
    return one(read, counter);
  }

  CompletionStage<Checkpoint> serially(CounterName counter) {
    return one(readSerial, counter);
  }

  private CompletionStage<Checkpoint> one(PreparedStatement select, CounterName counter) {
    return requests.read(
        () -> select.bind(counter.namespace(), counter.name()),
        page -> CheckpointRow.decode(page.one()));
  }

  @Override
  public CompletionStage<List<Checkpoint>> readSeveral(List<CounterName> counters) {
    Map<String, Checkpoint> found = new HashMap<>();
    return requests
        .readAll(
            () -> several(counters),
            row -> found.put(row.getString(CheckpointRow.COLUMN_COUNT), CheckpointRow.decode(row)))
        .thenApply(
            all ->
                counters.stream()
                    .map(counter -> found.getOrDefault(counter.name(), Checkpoint.NONE))
                    .toList());
  }

  private Statement<?> several(List<CounterName> counters) {
    return several
        .bind(
            counters.get(0).namespace(),
            counters.stream().map(CounterName::name).distinct().toList())
        .setRoutingKey(ReplicaSets.routingKey(counters.get(0)));
  }
}
