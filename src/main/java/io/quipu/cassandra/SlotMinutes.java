package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** A minute for each slot, all in one partition, which is read and written whole. */
final class SlotMinutes {
  /** The one partition. */
  private static final int PART = 0;

  private final PreparedStatement select;
  private final PreparedStatement insert;
  private final Requests requests;

  SlotMinutes(Table table, CassandraSession session, Requests requests) {
    this.select = session.prepared(table.select());
    this.insert = session.prepared(table.insert());
    this.requests = requests;
  }

  /** The statements of one table. */
  record Table(Cql select, Cql insert) {
    static Table of(String name) {
      return new Table(
          Cql.read("SELECT slot, minute FROM $ks." + name + " WHERE part = ?"),
          Cql.write("INSERT INTO $ks." + name + " (part, slot, minute) VALUES (?, ?, ?)"));
    }
  }

  CompletionStage<Map<Integer, Long>> read() {
    Map<Integer, Long> minutes = new HashMap<>();
    return requests
        .readAll(
            () -> select.bind(PART),
            row ->
                minutes.put(
                    row.getInt(0), Objects.requireNonNull(row.getInstant(1)).getEpochSecond()))
        .thenApply(done -> minutes);
  }

  /** Sets the same minute for several slots, in one mutation. */
  CompletionStage<WriteOutcome> write(Collection<Integer> slots, long minute) {
    Instant start = Instant.ofEpochSecond(minute);
    return requests.writeTogether(slots, slot -> insert.bind(PART, slot, start));
  }
}
