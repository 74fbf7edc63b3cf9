package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import java.util.List;
import java.util.UUID;

/**
 * The group as a writer last knew it. Stale views are safe: the horizon only grows, and the share
 * of pages is a matter of work, not of correctness.
 *
 * @param self this process's writer
 * @param horizon announced: every acknowledged event before it is visible to every quorum read that
 *     starts now
 * @param origin no event is older
 * @param now group time
 * @param settlers live members that take part in checkpointing, in the order of their numbers
 * @param ended members that will acknowledge nothing any more: what they did is visible to every
 *     quorum read that starts now
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
