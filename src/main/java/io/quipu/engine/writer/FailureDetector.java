package io.quipu.engine.writer;

import io.quipu.engine.time.Clock;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds dead writers. A writer is dead if this process has seen the {@code seq} of the writer
 * unchanged for three leases of the writer, on the monotonic clock of this process. The lease of
 * that writer has then lapsed, because that lease began before the last heartbeat was sent. This
 * holds even if the rates of the two clocks differ by a factor of up to three. Confined to one
 * context.
 */
final class FailureDetector {
  private final Clock clock;
  private final Map<UUID, UnchangedSeq> seen = new HashMap<>();

  FailureDetector(Clock clock) {
    this.clock = clock;
  }

  /**
   * Takes in the rows of a read that has just completed.
   *
   * @return the rows of the dead writers that are still marked live
   */
  List<WriterRow> silent(Collection<WriterRow> rows) {
    long now = clock.monotonicNanos();
    Set<UUID> live = new HashSet<>();
    for (WriterRow row : rows) {
      if (row.live()) {
        live.add(row.writer());
        seen.merge(
            row.writer(),
            new UnchangedSeq(row.seq(), now),
            (before, fresh) -> before.seq == fresh.seq ? before : fresh);
      }
    }
    seen.keySet().retainAll(live);
    return rows.stream().filter(row -> row.live() && silentFor(row, now)).toList();
  }

  private boolean silentFor(WriterRow row, long now) {
    UnchangedSeq first = seen.get(row.writer());
    long patience = row.lease().multipliedBy(WriterSettings.LEASES_UNTIL_DEAD).toNanos();
    return first != null && now - first.since >= patience;
  }

  private record UnchangedSeq(long seq, long since) {}
}
