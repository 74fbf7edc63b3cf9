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
 * Decides who is dead: writers whose {@code seq} this process has itself seen unchanged for three
 * of their leases, on its own monotonic clock. Their lease runs from before they sent that
 * heartbeat, so it is over by then even if the two clocks run at different rates, up to a factor of
 * three. Confined to one context.
 */
final class FailureDetector {
  private final Clock clock;
  private final Map<UUID, UnchangedSeq> seen = new HashMap<>();

  FailureDetector(Clock clock) {
    this.clock = clock;
  }

  /**
   * Takes in rows from a read that has just completed.
   *
   * @return those that were silent for too long, as they were observed
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
