package io.quipu.ingest;

import io.quipu.counter.Event;
import io.quipu.ingest.AppendOutcome.OutcomeUnknown;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One append on its way: its events go out in one or several writes, and its caller is answered
 * when the last of them is decided. Confined to one context.
 */
final class PendingAppend {
  private final Append append;
  private final CompletableFuture<AppendOutcome> answer = new CompletableFuture<>();
  private final UUID[] rows;
  private int taken;
  private int writes;
  private @Nullable UUID last;
  private @Nullable WriteOutcome worst;
  private Refusal why = Refusal.STORE_UNAVAILABLE;

  PendingAppend(Append append) {
    this.append = append;
    this.rows = new UUID[append.rowsWanted() ? append.events().size() : 0];
  }

  CompletableFuture<AppendOutcome> answer() {
    return answer;
  }

  Append append() {
    return append;
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

  void take() {
    taken++;
  }

  /** Some of its events are in one more write. */
  void joinedWrite() {
    writes++;
  }

  /** Which row holds the event of the given index. */
  void rowOf(int event, UUID at) {
    rows[event] = at;
  }

  /** One of its writes was decided; {@code at} is the row of the last of its events in there. */
  void decided(WriteOutcome outcome, UUID at) {
    if (writes == 0) {
      throw new IllegalStateException("one write more is decided than it is in");
    }
    writes--;
    WriteOutcome before = worst;
    worst = before == null ? outcome : before.and(outcome);
    // Writes of several shards end in any order; a later write has later timestamps.
    UUID known = last;
    if (known == null || known.timestamp() < at.timestamp()) {
      last = at;
    }
    answerIfDone();
  }

  /** The events that were not yet taken are refused. */
  void refuse(Refusal refusal) {
    taken = append.events().size();
    why = refusal;
    WriteOutcome before = worst;
    worst = before == null ? WriteOutcome.REFUSED : before.and(WriteOutcome.REFUSED);
    answerIfDone();
  }

  /**
   * A defect met some of its events, and the others go no further: what became of it is unknown.
   */
  void fail(RuntimeException defect) {
    taken = append.events().size();
    answer.completeExceptionally(defect);
  }

  private void answerIfDone() {
    UUID at = last;
    if (writes > 0 || !allTaken()) {
      return;
    }
    if (worst == WriteOutcome.WRITTEN && at != null) {
      answer.complete(new Recorded(at, List.of(rows)));
    } else if (worst == WriteOutcome.REFUSED) {
      answer.complete(new Refused(why));
    } else {
      answer.complete(new OutcomeUnknown());
    }
  }
}
