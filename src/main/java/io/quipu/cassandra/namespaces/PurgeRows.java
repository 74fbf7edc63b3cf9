package io.quipu.cassandra.namespaces;

import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.ErasureTimestamp;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * The purges of counters: a log for each life of a namespace, and one partition of what is left.
 */
record PurgeRows(CassandraSession session, Requests requests) implements CounterPurges {
  private static final Cql NOTE =
      Cql.conditional(
          "INSERT INTO $ks.purge (namespace, number, high, low, life, entered)"
              + " VALUES (?, ?, ?, ?, ?, ?) IF NOT EXISTS");
  private static final Cql LOG =
      Cql.read(
          "SELECT number, high, low, life, entered FROM $ks.purge"
              + " WHERE namespace = ? AND number > ?");
  private static final Cql FORGET = Cql.write("DELETE FROM $ks.purge WHERE namespace = ?");
  private static final Cql BEGIN =
      Cql.write(
          "INSERT INTO $ks.purged_counter (part, namespace, counter, at) VALUES (?, ?, ?, ?)");
  private static final Cql LEFT =
      Cql.read("SELECT namespace, counter, at FROM $ks.purged_counter WHERE part = ? LIMIT ?");
  private static final Cql END =
      Cql.write("DELETE FROM $ks.purged_counter WHERE part = ? AND namespace = ? AND counter = ?");

  static final List<Cql> STATEMENTS = List.of(NOTE, LOG, FORGET, BEGIN, LEFT, END);

  private static final int PART = 0;

  @Override
  public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
    return requests.conditional(
        () ->
            session.bind(
                NOTE,
                life.stored(),
                purge.number(),
                purge.name().high(),
                purge.name().low(),
                purge.life(),
                purge.entered().ticks()));
  }

  @Override
  public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
    List<Purge> found = new ArrayList<>();
    return requests
        .readAll(
            () -> session.bind(LOG, life.stored(), after),
            row ->
                found.add(
                    new Purge(
                        row.getInt(0),
                        new NameDigest(row.getLong(1), row.getLong(2)),
                        row.getInt(3),
                        row.isNull(4) ? EventTime.MIN : new EventTime(row.getLong(4)))))
        .thenApply(read -> found);
  }

  @Override
  public CompletionStage<WriteOutcome> forgetPurges(NamespaceLife life) {
    return requests.write(
        () -> session.bind(FORGET, life.stored()).setQueryTimestamp(ErasureTimestamp.FOREVER));
  }

  @Override
  public CompletionStage<WriteOutcome> begin(PurgedCounter purged) {
    CounterName counter = purged.counter();
    return requests.write(
        () -> session.bind(BEGIN, PART, counter.stored(), counter.name(), purged.at().ticks()));
  }

  @Override
  public CompletionStage<List<PurgedCounter>> purged(int limit) {
    List<PurgedCounter> found = new ArrayList<>();
    return requests
        .readAll(
            () -> session.bind(LEFT, PART, limit),
            row ->
                found.add(
                    new PurgedCounter(
                        CounterName.ofStored(
                            Objects.requireNonNull(row.getString(0)),
                            Objects.requireNonNull(row.getString(1))),
                        new EventTime(row.getLong(2)))))
        .thenApply(read -> found);
  }

  @Override
  public CompletionStage<WriteOutcome> end(CounterName counter) {
    return requests.write(
        () ->
            session
                .bind(END, PART, counter.stored(), counter.name())
                .setQueryTimestamp(ErasureTimestamp.FOREVER));
  }
}
