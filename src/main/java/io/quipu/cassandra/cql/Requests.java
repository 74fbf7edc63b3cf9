package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.driver.KeyspaceUnsafe;
import io.quipu.cassandra.driver.Outcomes;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes statements for one owner, on the context of the owner. Each statement is sent from this
 * context, so that each driver page takes a single hop from a thread of the driver to the context.
 * Answers are decoded and stages completed on this context, in the span that sent the statement.
 *
 * <p>Statements are built here, too, so that a statement that cannot be built fails like a
 * statement that Cassandra refuses. A thrown exception would skip the code of callers that counts
 * the requests in flight.
 */
public final class Requests {
  private static final Logger log = LoggerFactory.getLogger(Requests.class);

  private static final long REPORT_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final AtomicLong lastReport =
      new AtomicLong(System.nanoTime() - 2 * REPORT_EVERY_NANOS);

  private final CassandraClient client;
  private final ContextInternal context;
  private final BooleanSupplier usable;

  /** Takes the outcome of a request: a driver page or a failure. */
  @FunctionalInterface
  interface Answer {
    void accept(@Nullable ResultSet page, @Nullable Throwable failure);
  }

  /**
   * @param usable false while the keyspace must not be used: no request is sent then, and no answer
   *     given
   */
  public Requests(CassandraClient client, Context context, BooleanSupplier usable) {
    this.client = client;
    this.usable = usable;
    this.context = (ContextInternal) context;
  }

  /**
   * Executes a plain write. The stage never fails. {@link WriteOutcome#REFUSED} says nothing of a
   * write to several partitions, some of which may have been written.
   */
  public CompletionStage<WriteOutcome> write(Supplier<? extends Statement<?>> statement) {
    CompletableFuture<WriteOutcome> outcome = new CompletableFuture<>();
    send(
        statement,
        (answer, failure) -> {
          reportDefect(failure);
          outcome.complete(Outcomes.ofWrite(failure));
        });
    return outcome;
  }

  /** Writes rows of one partition in one mutation, if there are any. The stage never fails. */
  <T> CompletionStage<WriteOutcome> writeTogether(
      Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    return values.isEmpty()
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : write(() -> PlainBatch.of(values, insertion));
  }

  /** Executes a conditional write to one partition. The stage never fails. */
  public CompletionStage<CasOutcome> conditional(Supplier<? extends Statement<?>> statement) {
    CompletableFuture<CasOutcome> outcome = new CompletableFuture<>();
    send(
        statement,
        (answer, failure) -> {
          reportDefect(failure);
          outcome.complete(Outcomes.ofConditional(answer, failure));
        });
    return outcome;
  }

  /**
   * Reads the first driver page of a result; for results that fit in one driver page.
   *
   * @param decode decodes the driver page, on the context; the stage fails if {@code decode} throws
   */
  public <T> CompletionStage<T> read(
      Supplier<? extends Statement<?>> statement, Function<ResultSet, T> decode) {
    CompletableFuture<T> value = new CompletableFuture<>();
    send(
        statement,
        (page, failure) -> {
          try {
            value.complete(decode.apply(answered(page, failure)));
          } catch (RuntimeException | Error e) {
            value.completeExceptionally(e);
          }
        });
    return value;
  }

  /**
   * Reads all driver pages of a result; asks for the next one when the previous one is consumed.
   *
   * @param rows consumes each row, on the context; the stage fails if {@code rows} throws
   */
  public CompletionStage<Void> readAll(
      Supplier<? extends Statement<?>> statement, Consumer<Row> rows) {
    PagedRead read = new PagedRead(rows, this::next);
    send(statement, read);
    return read.done();
  }

  /**
   * Reads all driver pages of a result; asks for the next one when the previous one is consumed.
   * The sizes of the driver pages may differ.
   *
   * @param statement builds the statement for each driver page, with the size of the first one
   * @param rows consumes each row, on the context; the stage fails if {@code rows} throws
   * @param size gives the maximum number of rows of each driver page after the first, on the
   *     context
   */
  public CompletionStage<Void> readAll(
      Supplier<BoundStatement> statement, Consumer<Row> rows, IntSupplier size) {
    PagedRead read =
        new PagedRead(
            rows,
            (page, answer) -> {
              ByteBuffer rest = page.getExecutionInfo().getPagingState();
              int most = size.getAsInt();
              send(() -> statement.get().setPagingState(rest).setPageSize(most), answer);
            });
    send(statement, read);
    return read.done();
  }

  /** Runs a task on the context after the task that runs there now. */
  public void afterThisTurn(Runnable task) {
    context.runOnContext(now -> task.run());
  }

  private void send(Supplier<? extends Statement<?>> statement, Answer answer) {
    Span work = CurrentSpan.get();
    if (work.isRecorded()) {
      sendTraced(statement, new TracedAnswer(work, answer));
    } else {
      context.emit(now -> deliver(execute(statement), answer));
    }
  }

  private void sendTraced(Supplier<? extends Statement<?>> statement, TracedAnswer answer) {
    context.emit(now -> deliver(execute(() -> answer.begin(statement.get())), answer));
  }

  /** Asks for the driver page after {@code page}. */
  private void next(ResultSet page, Answer answer) {
    Span work = CurrentSpan.get();
    if (work.isRecorded()) {
      TracedAnswer traced = new TracedAnswer(work, answer);
      traced.beginAfter(page);
      deliver(page.fetchNextPage(), traced);
    } else {
      deliver(page.fetchNextPage(), answer);
    }
  }

  private Future<ResultSet> execute(Supplier<? extends Statement<?>> statement) {
    if (!usable.getAsBoolean()) {
      return Future.failedFuture(new KeyspaceUnsafe(false));
    }
    try {
      return client.execute(statement.get());
    } catch (RuntimeException | Error e) {
      report(e);
      return Future.failedFuture(e);
    }
  }

  /**
   * Delivers a result on the context, after the method that sent the request has returned.
   * Otherwise an owner that retries a request that always fails at once would recurse without end.
   */
  private void deliver(Future<ResultSet> result, Answer answer) {
    if (result.isComplete()) {
      afterThisTurn(() -> hand(result.result(), result.cause(), answer));
    } else {
      result.onComplete((page, failure) -> hand(page, failure, answer));
    }
  }

  /** Refuses an answer after a change: a majority of the old replicas may have given the answer. */
  private void hand(@Nullable ResultSet page, @Nullable Throwable failure, Answer answer) {
    if (failure != null || usable.getAsBoolean()) {
      answer.accept(page, failure);
    } else {
      answer.accept(null, new KeyspaceUnsafe(true));
    }
  }

  static ResultSet answered(@Nullable ResultSet page, @Nullable Throwable failure) {
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

  /** Logs a defect, at most every ten seconds. The caller of a write does not see the defect. */
  private static void report(Throwable defect) {
    long now = System.nanoTime();
    long last = lastReport.get();
    if (now - last > REPORT_EVERY_NANOS && lastReport.compareAndSet(last, now)) {
      log.error("Cassandra does not accept a statement: {}", defect.getMessage());
    }
  }
}
