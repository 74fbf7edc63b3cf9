package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Announces the horizon of a group: the minimum of the low watermarks of its live members. Every
 * acknowledged event before it is visible to each quorum read that starts after the announcement.
 *
 * <p>Invariant: a horizon is announced only over all members up to the generation of the pair
 * (generation, horizon) on which the announcement is conditional, and their rows were all read
 * after that pair. A member that joined since has moved the generation, so the announcement fails.
 */
final class HorizonAnnouncement {
  private final WriterRegistry registry;

  HorizonAnnouncement(WriterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Announces how far the members have come, if that is further than the group knows.
   *
   * @param group a {@linkplain WholeGroup whole} one
   * @param rows of the members, read after the group
   * @return the group with its new horizon, or empty where it was not, or not certainly, announced
   */
  CompletionStage<Optional<Group>> announce(Group group, Map<UUID, WriterRow> rows) {
    Optional<EventTime> low = low(group, rows).filter(found -> found.isAfter(group.horizon()));
    if (low.isEmpty()) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    EventTime horizon = low.get();
    return registry
        .announce(group, horizon)
        .thenApply(
            outcome ->
                outcome == CasOutcome.APPLIED
                    ? Optional.of(
                        new Group(group.generation(), horizon, group.origin(), group.members()))
                    : Optional.empty());
  }

  /**
   * The minimum over the live; empty if a member has no row: it was removed since the group was
   * read, or is about to be forgotten, and the next look no longer names it.
   */
  private static Optional<EventTime> low(Group group, Map<UUID, WriterRow> rows) {
    EventTime low = EventTime.MAX;
    for (GroupMember member : group.members()) {
      WriterRow row = rows.get(member.writer());
      if (row == null) {
        return Optional.empty();
      }
      if (row.live()) {
        low = EventTime.min(low, row.low());
      }
    }
    return Optional.of(low);
  }
}
