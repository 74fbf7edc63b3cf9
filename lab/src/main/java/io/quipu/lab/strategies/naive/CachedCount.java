package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A row for each increment, with a timeuuid as the key, and a cached count of the rows up to a
 * point of time. A compare-and-set writes a later point and a new cached count. The count is the
 * cached count plus {@code count(*)} of the rows after the point.
 */
public final class CachedCount implements Strategy {
  /** The age of seeded rows. */
  private static final Duration AGO = Duration.ofMinutes(1);

  private final OwnKeyspace keyspace;
  private final Duration distance;
  private final PreparedStatement insert;
  private final PreparedStatement cached;
  private final PreparedStatement since;
  private final PreparedStatement between;
  private final PreparedStatement advance;

  /**
   * @param distance the time between the point and now, by the clock of the writer that writes the
   *     point
   */
  public CachedCount(OwnKeyspace keyspace, Duration distance) {
    this.keyspace = keyspace;
    this.distance = distance;
    String rows = "$ks.naive_vote_" + distance.toSeconds();
    String counts = "$ks.naive_cached_" + distance.toSeconds();
    keyspace.change(
        "CREATE TABLE " + rows + " (counter text, at timeuuid, PRIMARY KEY (counter, at))");
    keyspace.change(
        "CREATE TABLE " + counts + " (counter text PRIMARY KEY, value bigint, until timeuuid)");
    insert = keyspace.prepare("INSERT INTO " + rows + " (counter, at) VALUES (?, ?)");
    cached = keyspace.prepare("SELECT value, until FROM " + counts + " WHERE counter = ?");
    since = keyspace.prepare("SELECT count(*) FROM " + rows + " WHERE counter = ? AND at > ?");
    between =
        keyspace.prepare(
            "SELECT count(*) FROM " + rows + " WHERE counter = ? AND at > ? AND at <= ?");
    advance =
        keyspace.prepare(
            "UPDATE " + counts + " SET value = ?, until = ? WHERE counter = ? IF until = ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return new Writer() {
      @Override
      public Supplier<CompletionStage<?>> increment(String counter, String id) {
        BoundStatement row = insert.bind(counter, Timeuuids.now(clock));
        return () -> line.answer(keyspace.send(row));
      }

      @Override
      public CompletionStage<?> tidy(String counter) {
        return advance(counter, Uuids.endOf(clock.millis() - distance.toMillis()));
      }
    };
  }

  private CompletionStage<?> advance(String counter, UUID until) {
    return keyspace
        .send(cached.bind(counter))
        .thenCompose(
            found -> {
              Cached before = Cached.of(found.one());
              if (until.timestamp() <= before.until().timestamp()) {
                return CompletableFuture.completedStage(found);
              }
              return keyspace
                  .send(between.bind(counter, before.until(), until))
                  .thenCompose(
                      rows -> {
                        long value = before.value() + OwnKeyspace.number(rows.one());
                        return keyspace.send(
                            advance.bind(value, until, counter, before.condition()));
                      });
            });
  }

  /**
   * @param condition the point that the next compare-and-set has to find; null if there is no row
   */
  private record Cached(long value, UUID until, @Nullable UUID condition) {
    static Cached of(@Nullable Row row) {
      UUID until = row == null ? null : row.getUuid(1);
      return new Cached(
          row == null ? 0 : row.getLong(0), until == null ? Uuids.startOf(0) : until, until);
    }
  }

  @Override
  public void seed(String counter, int events) {
    long millis = Clock.systemUTC().millis() - AGO.toMillis();
    keyspace.fill(events, i -> insert.bind(counter, Timeuuids.at(millis)));
    writer(0, Clock.systemUTC(), Line.reliable()).tidy(counter).toCompletableFuture().join();
  }

  @Override
  public long read(String counter) {
    Cached found = Cached.of(keyspace.first(cached.bind(counter)));
    return found.value() + keyspace.number(since.bind(counter, found.until()));
  }
}
