package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the group: follows the group's time and horizon, and declares writers dead that send no
 * heartbeats. The live writer with the lowest number also announces the horizon and removes ended
 * members. Confined to one context; looks must not overlap.
 *
 * <p>The {@linkplain WholeGroup whole group} is read before the rows of its members, because {@link
 * HorizonAnnouncement} requires this order.
 */
final class GroupWatch {
  private static final Logger log = LoggerFactory.getLogger(GroupWatch.class);

  private final WriterRegistry registry;
  private final HorizonAnnouncement announcement;
  private final Incarnation self;
  private final FailureDetector failures;
  private final Consumer<WriterView> views;
  private final WriterMeters meters;
  private EventTime horizon = EventTime.MIN;

  GroupWatch(
      WriterRegistry registry,
      Incarnation self,
      FailureDetector failures,
      Consumer<WriterView> views,
      WriterMeters meters) {
    this.registry = registry;
    this.announcement = new HorizonAnnouncement(registry);
    this.self = self;
    this.failures = failures;
    this.views = views;
    this.meters = meters;
  }

  /** Looks once. The stage fails if the store is unavailable; no row was then observed. */
  CompletionStage<Void> look() {
    return WholeGroup.read(registry)
        .thenCompose(
            group ->
                group.isPresent()
                    ? rowsOf(group.get()).thenCompose(rows -> act(group.get(), rows))
                    : CompletableFuture.completedStage(null));
  }

  private CompletionStage<Map<UUID, WriterRow>> rowsOf(Group group) {
    return registry.writers(group.members().stream().map(GroupMember::writer).toList());
  }

  private CompletionStage<Void> act(Group group, Map<UUID, WriterRow> rows) {
    follow(group, rows);
    List<CompletionStage<?>> deeds = new ArrayList<>();
    for (WriterRow silent : failures.silent(rows.values())) {
      if (!silent.writer().equals(self.writer())) {
        deeds.add(declareDead(silent));
      }
    }
    if (lowestLive(group, rows).equals(Optional.of(self.writer()))) {
      deeds.add(announce(group, rows));
      deeds.addAll(forgetEnded(group, rows));
    }
    return CompletableFuture.allOf(
        deeds.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new));
  }

  private void follow(Group group, Map<UUID, WriterRow> rows) {
    horizon = EventTime.max(horizon, group.horizon());
    self.time().pullForward(horizon);
    for (WriterRow row : rows.values()) {
      if (row.live() && !row.writer().equals(self.writer())) {
        self.time().pullForward(EventTime.max(row.now(), row.low()));
      }
    }
    EventTime now = self.time().now();
    meters.clockOffset(self.time().secondsAheadOfWall());
    meters.horizonLag((double) (now.ticks() - horizon.ticks()) / EventTime.TICKS_PER_SECOND);
    List<UUID> settlers =
        group.members().stream()
            .filter(GroupMember::settles)
            .map(GroupMember::writer)
            .filter(writer -> isLive(rows, writer))
            .toList();
    views.accept(
        new WriterView(self.writer(), horizon, group.origin(), now, settlers, ended(group, rows)));
  }

  /**
   * All numbers up to the generation, except the numbers of live members. Rows were read after the
   * group, so each member without a live row has ended.
   */
  private static EndedWriters ended(Group group, Map<UUID, WriterRow> rows) {
    return EndedWriters.of(
        group.generation(),
        group.members().stream()
            .filter(member -> isLive(rows, member.writer()))
            .map(GroupMember::number)
            .toList());
  }

  private static boolean isLive(Map<UUID, WriterRow> rows, UUID writer) {
    WriterRow row = rows.get(writer);
    return row != null && row.live();
  }

  private static Optional<UUID> lowestLive(Group group, Map<UUID, WriterRow> rows) {
    return group.members().stream()
        .filter(member -> isLive(rows, member.writer()))
        .min(Comparator.comparingLong(GroupMember::number))
        .map(GroupMember::writer);
  }

  private CompletionStage<?> declareDead(WriterRow silent) {
    return registry
        .end(silent.writer(), silent.seq(), State.DEAD)
        .thenAccept(
            outcome -> {
              if (outcome == CasOutcome.APPLIED) {
                log.warn(
                    "Declared writer {} dead: no heartbeat for three leases. Its instance rejoins"
                        + " under a new number if it is still there.",
                    silent.writer());
              }
            });
  }

  private CompletionStage<?> announce(Group group, Map<UUID, WriterRow> rows) {
    return announcement
        .announce(group, rows)
        .thenAccept(announced -> announced.ifPresent(moved -> follow(moved, rows)));
  }

  /**
   * Removes members that have ended. A member without a row has ended too, because rows are written
   * before the join and removed after the end. An abandoned join that takes effect late adds a
   * member without a row.
   */
  private List<CompletionStage<?>> forgetEnded(Group group, Map<UUID, WriterRow> rows) {
    List<CompletionStage<?>> deeds = new ArrayList<>();
    for (GroupMember member : group.members()) {
      WriterRow row = rows.get(member.writer());
      if (row == null || !row.live()) {
        deeds.add(registry.forget(member.writer()));
      }
    }
    return deeds;
  }
}
