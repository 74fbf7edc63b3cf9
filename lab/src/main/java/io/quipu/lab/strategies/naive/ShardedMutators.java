package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A shard for each writer and counter. Only this writer writes a sum to the shard, until the shard
 * expires. A read adds up all shards and the tally. A collection reads at ALL, and merges shards
 * that expired long enough ago into the tally, with a batch. The timestamp of the batch is the
 * latest expiry of these shards and the tally.
 */
public final class ShardedMutators extends TableStrategy {
  /** The id of the tally, which is a row like a shard. */
  private static final UUID TALLY = new UUID(0, 0);

  private final Duration life;
  private final PreparedStatement save;
  private final PreparedStatement delete;
  private final PreparedStatement shards;

  /**
   * @param life the time until a shard expires; at least as long again until the shard is merged
   */
  public ShardedMutators(OwnKeyspace keyspace, Duration life) {
    super(
        keyspace,
        table(life)
            + " (counter text, mutator uuid, state bigint, expires_at timestamp,"
            + " PRIMARY KEY (counter, mutator))",
        "SELECT sum(state) FROM " + table(life) + " WHERE counter = ?");
    this.life = life;
    String table = table(life);
    save =
        keyspace.prepare(
            "INSERT INTO "
                + table
                + " (counter, mutator, state, expires_at) VALUES (?, ?, ?, ?) USING TIMESTAMP ?");
    delete =
        keyspace.prepare(
            "DELETE FROM " + table + " USING TIMESTAMP ? WHERE counter = ? AND mutator = ?");
    shards =
        keyspace.prepare("SELECT mutator, state, expires_at FROM " + table + " WHERE counter = ?");
  }

  private static String table(Duration life) {
    return "$ks.naive_shard_" + life.toSeconds();
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    Map<String, Mutator> mutators = new ConcurrentHashMap<>();
    return new Writer() {
      @Override
      public Supplier<CompletionStage<?>> increment(String counter, String id) {
        Mutator mutator =
            Objects.requireNonNull(
                mutators.compute(
                    counter,
                    (name, known) ->
                        known == null || known.isDead() ? new Mutator(name, clock) : known));
        mutator.add(1);
        return () -> line.answer(mutator.save());
      }

      @Override
      public CompletionStage<?> tidy(String counter) {
        return keyspace
            .send(shards.bind(counter).setConsistencyLevel(DefaultConsistencyLevel.ALL))
            .thenCompose(all -> merge(counter, all, clock.instant().minus(life)));
      }
    };
  }

  /** The shard of one writer for one counter. For any thread. */
  private final class Mutator {
    private final String counter;
    private final Clock clock;
    private final UUID id = UUID.randomUUID();
    private final Instant expiry;
    private long state;
    private long timestamp;

    Mutator(String counter, Clock clock) {
      this.counter = counter;
      this.clock = clock;
      this.expiry = clock.instant().plus(life);
    }

    /** Tells whether less than 1/24 of the life is left. Writes in flight need that time. */
    boolean isDead() {
      return clock.instant().plus(life.dividedBy(24)).isAfter(expiry);
    }

    synchronized void add(long delta) {
      state += delta;
    }

    synchronized CompletionStage<AsyncResultSet> save() {
      timestamp = Math.max(timestamp + 1, clock.millis() * 1_000);
      return keyspace.send(save.bind(counter, id, state, expiry, timestamp));
    }
  }

  private CompletionStage<?> merge(String counter, AsyncResultSet all, Instant cutoff) {
    List<Row> expired = new ArrayList<>();
    long tally = 0;
    Instant last = Instant.EPOCH;
    for (Row shard : all.currentPage()) {
      boolean isTally = TALLY.equals(shard.getUuid(0));
      Instant expiry = Objects.requireNonNull(shard.getInstant(2));
      if (isTally || expiry.isBefore(cutoff)) {
        tally += shard.getLong(1);
        last = expiry.isAfter(last) ? expiry : last;
      }
      if (!isTally && expiry.isBefore(cutoff)) {
        expired.add(shard);
      }
    }
    if (expired.isEmpty()) {
      return CompletableFuture.completedStage(all);
    }
    long timestamp = last.toEpochMilli() * 1_000;
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.LOGGED);
    expired.forEach(shard -> batch.addStatement(delete.bind(timestamp, counter, shard.getUuid(0))));
    batch.addStatement(save.bind(counter, TALLY, tally, last, timestamp));
    return keyspace.send(batch.build());
  }

  @Override
  public void seed(String counter, int events) {
    Instant expiry = Instant.now().plus(life);
    long timestamp = System.currentTimeMillis() * 1_000;
    for (int i = 0; i < Actors.COUNT; i++) {
      keyspace.execute(
          save.bind(counter, UUID.randomUUID(), Actors.share(events, i), expiry, timestamp));
    }
  }
}
