package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Announces the horizon of a group: the minimum of the low watermarks of its live members. A quorum
 * read that starts after the announcement sees every acknowledged event before the horizon. An
 * announcement also forgets the members that have ended.
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
   * Announces the minimum of the low watermarks, if it is later than the group's horizon; the same
   * horizon once more, if it is not, but a member has ended.
   *
   * @param rows the rows of the members; must be read after the group
   * @param seen the group without members that have ended, as these rows tell it
   * @return what was announced; empty unless something was certainly announced
   */
  CompletionStage<Optional<Announcement>> announce(
      Group group, Map<UUID, WriterRow> rows, Announcement seen) {
    EventTime horizon = EventTime.max(group.horizon(), low(group, rows).orElse(EventTime.MIN));
    List<GroupMember> live = seen.group().members();
    if (horizon.equals(group.horizon()) && live.equals(group.members())) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    Announcement made = new Announcement(seen.group().withHorizon(horizon), seen.now());
    return registry
        .announce(group, made)
        .thenApply(outcome -> outcome == CasOutcome.APPLIED ? Optional.of(made) : Optional.empty());
  }

  /**
   * The minimum over the live members; empty if a member has no row. A member without a row is
   * forgotten first: it was abandoned, and its join took effect late.
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
