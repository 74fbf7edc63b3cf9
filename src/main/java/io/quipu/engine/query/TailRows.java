package io.quipu.engine.query;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.CurrentSpan;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows that reads may hold. A read takes a first page of rows, and gets more rows as long as
 * some are free. If no rows are free, the read gives back its rows, waits and begins anew, until
 * the patience of the question ends. The read waits in turn for twice as many rows as it had. A
 * read that had all rows that one read may have waits until the page has settled the rows seen. So
 * no read holds rows while it waits, and each attempt begins after the question. Confined to one
 * context.
 */
final class TailRows {
  /** Most reads that wait for pages. More are refused: each request holds memory of its own. */
  static final int MOST_WAITING = 1_000;

  private final RowShare.Taker rows;
  private final SettledStates settled;
  private final Clock clock;
  private final Duration patience;
  private final Consumer<AwaitedPage> hasten;
  private int waiting;

  /**
   * @param rows the share of the process
   * @param patience how long a question waits in all
   * @param hasten asks for a page to be settled ahead of others
   */
  TailRows(
      RowShare.Taker rows,
      SettledStates settled,
      Clock clock,
      Duration patience,
      Consumer<AwaitedPage> hasten) {
    this.rows = rows;
    this.settled = settled;
    this.clock = clock;
    this.patience = patience;
    this.hasten = hasten;
  }

  /**
   * @param until when the patience of the question ends, on the monotonic clock
   * @param base rows that every attempt begins with
   */
  private record Attempts<T>(long until, int base, Function<ReadRoom, CompletionStage<T>> read) {}

  /** The end of the patience of a question that comes now, on the monotonic clock. */
  long patienceEnds() {
    return clock.monotonicNanos() + patience.toNanos();
  }

  /**
   * Reads with a first page of rows and {@code more} rows. All rows are given back at the end.
   * Fails with the store unavailable if there is no room in time.
   *
   * @param until what {@link #patienceEnds} said when the question came
   * @param read may be called again; each call begins anew
   */
  <T> CompletionStage<T> with(long until, int more, Function<ReadRoom, CompletionStage<T>> read) {
    return attempt(new Attempts<>(until, EventLog.PAGE_ROWS + more, read), 0);
  }

  private <T> CompletionStage<T> attempt(Attempts<T> attempts, int spare) {
    return CurrentSpan.keeping(rows.take(attempts.base + spare, left(attempts)))
        .thenCompose(
            held -> {
              ReadRoom room = new ReadRoom(held, Math.max(0, held.rows() - attempts.base));
              return CompletableFuture.completedStage(room)
                  .thenCompose(attempts.read)
                  .whenComplete((done, failure) -> held.close())
                  .exceptionallyCompose(failure -> again(attempts, room, failure));
            });
  }

  private Duration left(Attempts<?> attempts) {
    return Duration.ofNanos(Math.max(0, attempts.until - clock.monotonicNanos()));
  }

  private <T> CompletionStage<T> again(Attempts<T> attempts, ReadRoom room, Throwable failure) {
    ReadRoom.Shortage shortage = room.shortage();
    if (shortage == null || !StoreUnavailable.isBusy(failure)) {
      return CompletableFuture.failedStage(failure);
    }
    boolean alone = shortage.had() >= rows.rows() / 2;
    if (left(attempts).isZero() || (alone && waiting >= MOST_WAITING)) {
      settleAhead(shortage.page());
      return CompletableFuture.failedStage(failure);
    }
    if (alone) {
      return whenSettled(attempts, shortage, failure);
    }
    settleAhead(shortage.page());
    int most = Math.min(2 * shortage.had(), rows.rows() / 2);
    return attempt(attempts, most - attempts.base);
  }

  private <T> CompletionStage<T> whenSettled(
      Attempts<T> attempts, ReadRoom.Shortage shortage, Throwable failure) {
    waiting++;
    return CurrentSpan.keeping(
            settled.past(shortage.page(), shortage.counter(), shortage.last(), left(attempts)))
        .handle(
            (passed, late) -> {
              waiting--;
              if (late == null) {
                return attempt(attempts, 0);
              }
              return CompletableFuture.<T>failedStage(
                  StoreUnavailable.caused(late) ? failure : late);
            })
        .thenCompose(next -> next);
  }

  /** Asks for a page to be settled as far as possible now. */
  void settleAhead(int page) {
    hasten.accept(new AwaitedPage(page, EventTime.MIN));
  }
}
