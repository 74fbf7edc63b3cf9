package io.quipu.recount;

import io.quipu.counter.CounterName;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.RowShare;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Counts the retained rows of a counter again, and holds them against its checkpoint and windows,
 * and the windows of its whole life against its total. Repairs nothing. Confined to one context.
 */
public final class Recounting {
  /** How long to wait for rows before anything is read. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final MemberStore members;
  private final RowShare.Taker rows;
  private final Clock clock;

  /**
   * @param rows that may be held
   * @param clock tells which members may have expired
   */
  public Recounting(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      RowShare.Taker rows,
      Clock clock) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.members = members;
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Fails with the store unavailable; it may be repeated then.
   *
   * @param turn which tells whether anybody still waits for it
   */
  public CompletionStage<RecountReport> recount(CounterName counter, RecountTurn.Recount turn) {
    return rows.take(RecountRun.FEWEST_ROWS, PATIENCE)
        .thenCompose(
            held ->
                new RecountRun(checkpoints, events, members, clock, counter, turn, held)
                    .recount()
                    .whenComplete((report, failure) -> held.close()));
  }
}
