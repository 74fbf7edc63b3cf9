package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.CurrentSpan;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows that reads may hold. An attempt of a read begins with {@link EventLog#PAGE_ROWS} rows or
 * more, and takes more rows as long as the share gives some. If the share gives none, the attempt
 * fails and gives back its rows. The read then waits in turn for twice as many rows as the attempt
 * had, at most half of the share, and begins a new attempt. If the attempt had half of the share
 * already, or the tail has more rows than one read may hold, the read waits until the page has
 * settled the rows seen. The read fails when the patience of the question ends. So no read holds
 * rows while the read waits, and each attempt begins after the question. Confined to one context.
 */
final class TailRows {
  /**
   * The maximum number of reads that wait for pages. More are refused, because each request holds
   * memory of its own.
   */
  static final int MOST_WAITING = 1_000;

  private final RowShare.Taker rows;
  private final SettledStates settled;
  private final Clock clock;
  private final Duration patience;
  private final Consumer<AwaitedPage> hasten;
  private int waiting;

  /**
   * @param rows the share of the process
   * @param patience the longest time that one question waits, over all attempts
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
   * @param until monotonic time at which the patience of the question ends
   * @param base number of rows with which every attempt begins at least
   */
  private record Attempts<T>(long until, int base, Function<Room, CompletionStage<T>> read) {}

  /** Returns the monotonic time at which the patience of a question ends that comes now. */
  long patienceEnds() {
    return clock.monotonicNanos() + patience.toNanos();
  }

  /**
   * Returns the time that is left of the patience of a question; zero after its end.
   *
   * @param until the result of {@link #patienceEnds} when the question came
   */
  Duration left(long until) {
    return Duration.ofNanos(Math.max(0, until - clock.monotonicNanos()));
  }

  /**
   * Reads with {@link EventLog#PAGE_ROWS} rows and {@code more} rows. Each attempt gives back all
   * its rows at its end. Fails with the store unavailable if there is no room in time.
   *
   * @param until the result of {@link #patienceEnds} when the question came
   * @param read makes one attempt; may be called again, and begins anew each time
   */
  <T> CompletionStage<T> with(long until, int more, Function<Room, CompletionStage<T>> read) {
    return attempt(new Attempts<>(until, EventLog.PAGE_ROWS + more, read), 0);
  }

  private <T> CompletionStage<T> attempt(Attempts<T> attempts, int spare) {
    return CurrentSpan.keeping(rows.take(attempts.base + spare, left(attempts.until)))
        .thenCompose(
            held -> {
              Room room = new Room(held, Math.max(0, held.rows() - attempts.base));
              return CompletableFuture.completedStage(room)
                  .thenCompose(attempts.read)
                  .whenComplete((done, failure) -> held.close())
                  .exceptionallyCompose(failure -> again(attempts, room, failure));
            });
  }

  private <T> CompletionStage<T> again(Attempts<T> attempts, Room room, Throwable failure) {
    Room.Shortage shortage = room.shortage();
    if (shortage == null || !StoreUnavailable.isBusy(failure)) {
      return CompletableFuture.failedStage(failure);
    }
    boolean alone = shortage.had() >= rows.rows() / 2;
    if (left(attempts.until).isZero() || (alone && waiting >= MOST_WAITING)) {
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
      Attempts<T> attempts, Room.Shortage shortage, Throwable failure) {
    waiting++;
    return CurrentSpan.keeping(
            settled.past(
                shortage.page(), shortage.counter(), shortage.last(), left(attempts.until)))
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

  /** The rows that one attempt of a read may hold, and the first shortage of rows, if any. */
  static final class Room {
    private final RowShare.Held held;
    private int spare;
    private @Nullable Shortage shortage;

    /**
     * A lack of room for the rows of a page.
     *
     * @param last the latest time of the rows of the page that had to be held, of any counter
     * @param had number of rows that the attempt had; {@link Integer#MAX_VALUE} if the page's tail
     *     has more rows than any read may hold
     */
    record Shortage(int page, CounterName counter, EventTime last, int had) {}

    /**
     * @param held the rows that the attempt has taken; the caller gives them back
     * @param spare number of these rows that {@link #grow} returns before taking more
     */
    private Room(RowShare.Held held, int spare) {
      this.held = held;
      this.spare = spare;
    }

    /**
     * Takes more rows without waiting: spare rows, then rows that {@link RowShare.Held#grow} gives.
     *
     * @return the number of additional rows, from 0 to {@code wanted}
     */
    int grow(int wanted) {
      if (spare == 0) {
        return held.grow(wanted);
      }
      int some = Math.min(wanted, spare);
      spare -= some;
      return some;
    }

    /** Takes up to {@code wanted} more rows for optional work, if many rows are free. */
    int growIfIdle(int wanted) {
      return held.growIfIdle(wanted);
    }

    /** Notes a shortage, and makes the failure for an attempt that gets no more rows. */
    StoreUnavailable exhausted(int page, CounterName counter, EventTime last) {
      note(new Shortage(page, counter, last, held.rows()));
      return StoreUnavailable.busy(
          "Too many events wait to be settled for what this instance holds at present;"
              + " try again soon.");
    }

    /**
     * Notes a shortage, and makes the failure for a tail that has more rows than any read may hold.
     */
    StoreUnavailable tooMany(int page, CounterName counter, EventTime last, int most) {
      note(new Shortage(page, counter, last, Integer.MAX_VALUE));
      return StoreUnavailable.busy(
          "More than " + most + " events wait to be settled; try again soon.");
    }

    private void note(Shortage found) {
      if (shortage == null) {
        shortage = found;
      }
    }

    /** The first shortage; null if there was none. */
    @Nullable Shortage shortage() {
      return shortage;
    }
  }
}
