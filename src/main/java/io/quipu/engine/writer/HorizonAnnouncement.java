package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Announces the horizon of a group: the minimum of the low watermarks of its live members. A quorum
 * read that starts after the announcement sees every acknowledged event before the horizon.
 *
 * <p>Invariant: an announcement is conditional on a pair (generation, horizon). An announcement
 * covers all members up to that generation, and all their rows were read after the pair. A member
 * that joins later moves the generation, so the announcement fails.
 */
final class HorizonAnnouncement {
  private final WriterRegistry registry;

  HorizonAnnouncement(WriterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Announces the minimum of the low watermarks, if it is later than the group's horizon.
   *
   * @param group a {@linkplain WholeGroup whole} group
   * @param rows the rows of the members; must be read after the group
   * @param seen the group without members that have ended, as these rows tell it
   * @return what was announced; empty unless a horizon was certainly announced
   */
  CompletionStage<Optional<Announcement>> announce(
      Group group, Map<UUID, WriterRow> rows, Announcement seen) {
    Optional<EventTime> low = low(group, rows).filter(found -> found.isAfter(group.horizon()));
    if (low.isEmpty()) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    Announcement made = new Announcement(seen.group().withHorizon(low.get()), seen.now());
    return registry
        .announce(group, made)
        .thenApply(outcome -> outcome == CasOutcome.APPLIED ? Optional.of(made) : Optional.empty());
  }

  /**
   * The minimum over the live members; empty if a member has no row. A member without a row was
   * removed after the group was read, or will soon be removed by {@link GroupWatch}.
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
