package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Watermark;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reset until its answer. A reset has a row with the same timeuuid on each page of its counter,
 * and one write for each part that has such pages. When the last write is decided, the caller is
 * answered, except if all rows are durable and confirmed. Then the owner of this object must
 * acknowledge the reset or give up. Confined to one context.
 */
final class PendingReset {
  private final CounterName counter;
  private final UUID at;
  private final Consumer<PendingReset> durable;
  private final CompletableFuture<RecordOutcome> answer = new CompletableFuture<>();
  private final Span work = CurrentSpan.get();
  private int writes;
  private @Nullable WriteOutcome worst;

  /**
   * @param writes the number of writes, one for each part
   * @param durable notified when the rows on all pages are durable and confirmed
   */
  PendingReset(CounterName counter, UUID at, int writes, Consumer<PendingReset> durable) {
    this.counter = counter;
    this.at = at;
    this.writes = writes;
    this.durable = durable;
  }

  CompletableFuture<RecordOutcome> answer() {
    return answer;
  }

  /**
   * Tells whether a horizon is after this reset. Then every event that is acknowledged from now on
   * lies after this reset.
   */
  boolean isPassedBy(EventTime horizon) {
    return EventTime.of(at).isBefore(horizon);
  }

  void acknowledge() {
    answer.complete(new Recorded(at));
  }

  /** Gives up. The caller is told that the outcome is unknown; the reset may take effect. */
  void giveUp() {
    answer.complete(new OutcomeUnknown());
  }

  private void decided(WriteOutcome outcome) {
    WriteOutcome before = worst;
    worst = before == null ? outcome : before.and(outcome);
    writes--;
    if (writes == 0) {
      switch (worst) {
        case WRITTEN -> durable.accept(this);
        case REFUSED -> answer.complete(new Refused(Refusal.STORE_UNAVAILABLE));
        case UNKNOWN -> giveUp();
      }
    }
  }

  /** Makes the rows of this reset on some pages, all of one part. */
  WrittenRows on(List<Integer> pages) {
    return new OnPart(pages);
  }

  private final class OnPart implements WrittenRows {
    private final List<Integer> pages;

    private OnPart(List<Integer> pages) {
      this.pages = pages;
    }

    @Override
    public int rows() {
      return pages.size();
    }

    @Override
    public int events() {
      return 0;
    }

    @Override
    public long happenings() {
      return 0;
    }

    @Override
    public Set<CounterName> counters() {
      return Set.of(counter);
    }

    @Override
    public List<PendingAppend> appends() {
      return List.of();
    }

    @Override
    public Span work() {
      return work;
    }

    @Override
    public List<CounterRows> rows(Watermark.Minted minted, EventPartition partition) {
      List<EventRow> reset = List.of(EventRow.reset(at));
      return pages.stream().map(page -> new CounterRows(page, counter, reset)).toList();
    }

    @Override
    public void decide(WriteOutcome outcome) {
      decided(outcome);
    }
  }
}
