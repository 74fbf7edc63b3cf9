package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.store.CasOutcome;
import io.quipu.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes statements for one owner: answers are decoded, and every stage is completed, on the
 * owner's context, with a single hop from the driver's threads for each page.
 *
 * <p>Statements are built here, too, so that one that cannot be built fails like one that is not
 * accepted: nothing is thrown past the counts of those who bound what they have in flight.
 */
final class Requests {
  private static final Logger log = LoggerFactory.getLogger(Requests.class);

  private static final long REPORT_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final AtomicLong lastReport =
      new AtomicLong(System.nanoTime() - 2 * REPORT_EVERY_NANOS);

  private final CassandraSession session;
  private final Executor context;

  Requests(CassandraSession session, Executor context) {
    this.session = session;
    this.context = context;
  }

  /** A plain write to one partition. Never fails. */
  CompletionStage<WriteOutcome> write(Supplier<? extends Statement<?>> statement) {
    return send(statement)
        .handleAsync(
            (answer, failure) -> {
              reportDefect(failure);
              return Outcomes.ofWrite(failure);
            },
            context);
  }

  /** Rows of one partition, in one mutation; nothing is sent if there are none. Never fails. */
  <T> CompletionStage<WriteOutcome> writeTogether(
      Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    return values.isEmpty()
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : write(() -> batch(values, insertion));
  }

  private static <T> BatchStatement batch(
      Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    List<BatchableStatement<?>> rows = new ArrayList<>(values.size());
    values.forEach(value -> rows.add(insertion.apply(value)));
    return BatchStatement.newInstance(BatchType.UNLOGGED, rows)
        .setIdempotent(true)
        .setConsistencyLevel(rows.get(0).getConsistencyLevel());
  }

  /** A conditional write to one partition. Never fails. */
  CompletionStage<CasOutcome> conditional(Supplier<? extends Statement<?>> statement) {
    return send(statement)
        .handleAsync(
            (answer, failure) -> {
              reportDefect(failure);
              return Outcomes.ofConditional(answer, failure);
            },
            context);
  }

  /**
   * A read whose first page is all there is.
   *
   * @param decode runs on the context
   */
  <T> CompletionStage<T> read(
      Supplier<? extends Statement<?>> statement, Function<AsyncResultSet, T> decode) {
    return send(statement)
        .handleAsync((page, failure) -> decode.apply(answered(page, failure)), context);
  }

  /**
   * A read of any number of pages; the next is asked for when the last was consumed.
   *
   * @param rows runs on the context
   */
  CompletionStage<Void> readAll(Supplier<? extends Statement<?>> statement, Consumer<Row> rows) {
    PageWalk walk = new PageWalk(context, rows);
    walk.start(send(statement));
    return walk.done();
  }

  /** The rows of all pages together. */
  <T> CompletionStage<List<T>> readList(
      Supplier<? extends Statement<?>> statement, Function<Row, T> decode) {
    List<T> list = new ArrayList<>();
    return readAll(statement, row -> list.add(decode.apply(row))).thenApply(done -> list);
  }

  /** Two lists that were read at the same time. */
  static <T> List<T> join(List<T> list, List<T> more) {
    list.addAll(more);
    return list;
  }

  private CompletionStage<AsyncResultSet> send(Supplier<? extends Statement<?>> statement) {
    try {
      return session.execute(statement.get());
    } catch (RuntimeException e) {
      report(e);
      return CompletableFuture.failedFuture(e);
    }
  }

  static AsyncResultSet answered(@Nullable AsyncResultSet page, @Nullable Throwable failure) {
    if (failure != null || page == null) {
      throw Outcomes.ofRead(failure == null ? new IllegalStateException("no answer") : failure);
    }
    return page;
  }

  private static void reportDefect(@Nullable Throwable failure) {
    if (failure != null && Outcomes.isDefect(failure)) {
      report(failure);
    }
  }

  /** A write never fails, so what is wrong with one is said here, now and then. */
  private static void report(Throwable defect) {
    long now = System.nanoTime();
    long last = lastReport.get();
    if (now - last > REPORT_EVERY_NANOS && lastReport.compareAndSet(last, now)) {
      log.error("Cassandra does not accept a statement: {}", defect.getMessage());
    }
  }
}
