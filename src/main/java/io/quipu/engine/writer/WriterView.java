package io.quipu.engine.writer;

import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.UUID;

/**
 * The group at the last look of a writer. Stale views are safe: the horizon only grows, and the
 * distribution of pages affects only the amount of work, not correctness.
 *
 * @param self the writer of this process
 * @param horizon the announced horizon: a quorum read that starts now sees every acknowledged event
 *     before the horizon
 * @param origin the horizon at which the group was founded; no event is older
 * @param now the group time at the look
 * @param settlers live members that take part in checkpointing, in the order of their numbers
 * @param ended writers that acknowledge no more events: a quorum read that starts now sees all
 *     their acknowledged events
 */
public record WriterView(
    UUID self,
    EventTime horizon,
    EventTime origin,
    EventTime now,
    List<UUID> settlers,
    EndedWriters ended) {
  public WriterView {
    if (horizon.isBefore(origin)) {
      throw new IllegalArgumentException("horizon " + horizon + " is before origin " + origin);
    }
    settlers = List.copyOf(settlers);
  }
}
