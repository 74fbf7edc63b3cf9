package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lock, increment, unlock. The lock is a column with the id of the owner, which compare-and-set
 * writes with a TTL of ten seconds, by Cassandra's clock. The compare-and-set of the unlock also
 * writes the value, so a process that has lost the lock writes nothing. A process that did not get
 * the answer to its lock finds its own id in the column.
 */
public final class LeaseLock extends TableStrategy {
  private static final String VALUE = "SELECT value FROM $ks.naive_lock WHERE counter = ?";

  private final PreparedStatement lock;
  private final PreparedStatement read;
  private final PreparedStatement unlock;
  private final PreparedStatement set;

  public LeaseLock(OwnKeyspace keyspace) {
    super(keyspace, "$ks.naive_lock (counter text PRIMARY KEY, value bigint, owner uuid)", VALUE);
    lock =
        keyspace.prepare(
            "UPDATE $ks.naive_lock USING TTL 10 SET owner = ? WHERE counter = ? IF owner = null");
    read = keyspace.prepare(VALUE);
    unlock =
        keyspace.prepare(
            "UPDATE $ks.naive_lock SET value = ?, owner = null WHERE counter = ? IF owner = ?");
    set = keyspace.prepare("UPDATE $ks.naive_lock SET value = ? WHERE counter = ? IF value = null");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    LocalTurns turns = new LocalTurns();
    UUID owner = UUID.randomUUID();
    return (counter, id) ->
        () -> turns.take(counter, () -> new Attempt(counter, owner, line).run(0));
  }

  private final class Attempt {
    private final String counter;
    private final UUID owner;
    private final Line line;

    Attempt(String counter, UUID owner, Line line) {
      this.counter = counter;
      this.owner = owner;
      this.line = line;
    }

    CompletionStage<Void> run(int failures) {
      return line.answer(keyspace.send(lock.bind(owner, counter)))
          .thenCompose(
              answer ->
                  isMine(answer)
                      ? increment(failures)
                      : Backoff.then(failures, () -> run(failures + 1)));
    }

    private boolean isMine(AsyncResultSet answer) {
      return answer.wasApplied()
          || owner.equals(Objects.requireNonNull(answer.one()).getUuid("owner"));
    }

    private CompletionStage<Void> increment(int failures) {
      return line.answer(keyspace.send(read.bind(counter)))
          .thenCompose(
              found -> {
                Row row = found.one();
                long next = row == null ? 1 : row.getLong(0) + 1;
                return line.answer(keyspace.send(unlock.bind(next, counter, owner)));
              })
          .thenCompose(
              answer ->
                  answer.wasApplied() ? CompletableFuture.completedStage(null) : run(failures + 1));
    }
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.execute(set.bind((long) events, counter));
  }
}
