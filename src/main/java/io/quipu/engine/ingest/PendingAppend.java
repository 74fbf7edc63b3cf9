package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One append to one page, until its answer. The events of the append are written in one or several
 * writes. The caller is answered when the last of these writes is decided. Confined to one context.
 */
final class PendingAppend {
  /** The approximate bytes of an append and its waiting request, without its events and name. */
  private static final long APPEND_BYTES = 1_000;

  /** The approximate bytes of an event without the text of its id. */
  private static final long EVENT_BYTES = 100;

  /** The approximate bytes of a series of an event without its text. */
  private static final long SERIES_BYTES = 50;

  private static final UUID[] NO_ROWS = {};

  private final Append append;
  private final int page;
  private final LongConsumer ended;
  private final long bytes;
  private final CompletableFuture<RecordOutcome> answer = new CompletableFuture<>();
  private final UUID[] rows;
  private final Span work = CurrentSpan.get();
  private int idsLeft;
  private int taken;
  private int writes;
  private @Nullable UUID last;
  private @Nullable WriteOutcome worst;
  private Refusal why = Refusal.STORE_UNAVAILABLE;

  /**
   * @param bytes the result of {@link #bytes} for the append
   * @param ended receives {@code bytes} when the caller is answered
   */
  PendingAppend(Append append, int page, long bytes, LongConsumer ended) {
    this.append = append;
    this.page = page;
    this.bytes = bytes;
    this.ended = ended;
    this.rows = append.rowsWanted() ? new UUID[append.events().size()] : NO_ROWS;
    this.idsLeft = append.ids();
  }

  /** The approximate bytes of memory that an append takes until its caller is answered. */
  static long bytes(Append append) {
    long bytes =
        APPEND_BYTES + append.counter().name().length() + append.events().size() * EVENT_BYTES;
    int prefix = append.idPrefix().length();
    for (Event event : append.events()) {
      String id = event.id();
      bytes += id == null ? 0 : prefix + id.length();
      for (String key : event.series()) {
        bytes += SERIES_BYTES + key.length();
      }
    }
    return bytes;
  }

  CompletableFuture<RecordOutcome> answer() {
    return answer;
  }

  Append append() {
    return append;
  }

  /** The span of the caller's work. */
  Span work() {
    return work;
  }

  int page() {
    return page;
  }

  int taken() {
    return taken;
  }

  boolean allTaken() {
    return taken == append.events().size();
  }

  int left() {
    return append.events().size() - taken;
  }

  Event peek() {
    return append.events().get(taken);
  }

  /** The number of events with remembered ids that are not in a write yet. */
  int idsLeft() {
    return idsLeft;
  }

  void take(boolean withId) {
    taken++;
    idsLeft -= withId ? 1 : 0;
  }

  /** Notes that one more write has some of the events. */
  void joinedWrite() {
    writes++;
  }

  /** Notes the timeuuid of the row of the event with the given index. */
  void rowOf(int event, UUID at) {
    rows[event] = at;
  }

  /** Takes the outcome of one write, and the timeuuid of the append's last event in that write. */
  void decided(WriteOutcome outcome, UUID at) {
    if (writes == 0) {
      throw new IllegalStateException("one write more is decided than it is in");
    }
    writes--;
    WriteOutcome before = worst;
    worst = before == null ? outcome : before.and(outcome);
    // Writes are decided in any order. The write with the last events has the latest timestamps.
    UUID known = last;
    if (known == null || known.timestamp() < at.timestamp()) {
      last = at;
    }
    answerIfDone();
  }

  /** Sets the reason that is told if the append is refused. */
  void reason(Refusal refusal) {
    why = refusal;
  }

  /** Refuses the events that are not in a write yet, without effect on events in a write. */
  void refuse(Refusal refusal) {
    taken = append.events().size();
    idsLeft = 0;
    why = refusal;
    WriteOutcome before = worst;
    worst = before == null ? WriteOutcome.REFUSED : before.and(WriteOutcome.REFUSED);
    answerIfDone();
  }

  /**
   * Fails the append after a defect in one of its writes. No more events are put into writes. The
   * outcome of events in writes is unknown.
   */
  void fail(RuntimeException defect) {
    taken = append.events().size();
    idsLeft = 0;
    if (answer.completeExceptionally(defect)) {
      ended.accept(bytes);
    }
  }

  private void answerIfDone() {
    UUID at = last;
    if (writes > 0 || !allTaken()) {
      return;
    }
    RecordOutcome outcome;
    if (worst == WriteOutcome.WRITTEN && at != null) {
      outcome = new Recorded(at, List.of(rows));
    } else if (worst == WriteOutcome.REFUSED) {
      outcome = new Refused(why);
    } else {
      outcome = new OutcomeUnknown();
    }
    if (!answer.isDone()) {
      ended.accept(bytes);
      answer.complete(outcome);
    }
  }
}
