package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the group: follows the group's time and horizon, and declares writers dead that send no
 * heartbeats. Only the live writers with the lowest numbers, the watchers, look at all members. The
 * lowest of them announces the horizon, with the members that live, and so forgets ended members.
 * The others look at the announcement and the watchers, so their work does not grow with the group.
 * Confined to one context; looks must not overlap.
 *
 * <p>Invariant: somebody who lives looks at all. The live writer with the lowest number does, as
 * every watcher with a lower number has ended, and will be declared dead by this writer at the
 * latest.
 *
 * <p>The group is read before the rows of its members, because {@link HorizonAnnouncement} requires
 * this order.
 */
final class GroupWatch {
  private static final Logger log = LoggerFactory.getLogger(GroupWatch.class);

  private final WriterRegistry registry;
  private final HorizonAnnouncement announcement;
  private final Incarnation self;
  private final FailureDetector failures;
  private final Consumer<WriterView> views;
  private final WriterMeters meters;
  private final int watchers;
  private EventTime horizon = EventTime.MIN;

  /** Stays true, because later members have higher numbers. */
  private boolean watches;

  GroupWatch(
      WriterRegistry registry,
      Incarnation self,
      FailureDetector failures,
      Consumer<WriterView> views,
      WriterMeters meters,
      int watchers) {
    this.registry = registry;
    this.announcement = new HorizonAnnouncement(registry);
    this.self = self;
    this.failures = failures;
    this.views = views;
    this.meters = meters;
    this.watchers = watchers;
  }

  /** Looks once. The stage fails if the store is unavailable; no row was then observed. */
  CompletionStage<Void> look() {
    return watches
        ? lookAtAll()
        : registry
            .announced()
            .thenCompose(last -> last.isPresent() ? lookAtWatchers(last.get()) : lookAtAll());
  }

  /** Leaves the members to the watchers if one of them lives, and this writer is none. */
  private CompletionStage<Void> lookAtWatchers(Announcement last) {
    List<UUID> lowest = last.watchers(watchers);
    if (lowest.contains(self.writer())) {
      return lookAtAll();
    }
    return registry
        .writers(lowest)
        .thenCompose(
            rows -> {
              if (rows.values().stream().noneMatch(WriterRow::live)) {
                return lookAtAll();
              }
              follow(new Announcement(last.group(), latest(last.now(), rows)));
              return all(declareDead(rows));
            });
  }

  private CompletionStage<Void> lookAtAll() {
    return registry
        .group()
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
    Announcement seen = new Announcement(living(group, rows), latest(self.time().now(), rows));
    follow(seen);
    List<CompletionStage<?>> deeds = declareDead(rows);
    List<UUID> lowest = seen.watchers(watchers);
    watches = lowest.contains(self.writer());
    if (watches && lowest.get(0).equals(self.writer())) {
      deeds.add(announce(group, rows, seen));
    }
    return all(deeds);
  }

  /** Rows were read after the group, so each member without a live row has ended. */
  private static Group living(Group group, Map<UUID, WriterRow> rows) {
    return group.withMembers(
        group.members().stream().filter(member -> isLive(rows, member.writer())).toList());
  }

  private static EventTime latest(EventTime now, Map<UUID, WriterRow> rows) {
    EventTime latest = now;
    for (WriterRow row : rows.values()) {
      if (row.live()) {
        latest = EventTime.max(latest, EventTime.max(row.now(), row.low()));
      }
    }
    return latest;
  }

  private static CompletionStage<Void> all(List<CompletionStage<?>> deeds) {
    return CompletableFuture.allOf(
        deeds.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Follows what is known of the group. All numbers up to its generation have ended, except the
   * numbers of its members.
   */
  private void follow(Announcement known) {
    Group group = known.group();
    horizon = EventTime.max(horizon, group.horizon());
    self.time().pullForward(EventTime.max(horizon, known.now()));
    EventTime now = self.time().now();
    meters.clockOffset(self.time().secondsAheadOfWall());
    meters.horizonLag((double) (now.ticks() - horizon.ticks()) / EventTime.TICKS_PER_SECOND);
    List<UUID> settlers =
        group.members().stream().filter(GroupMember::settles).map(GroupMember::writer).toList();
    EndedWriters ended =
        EndedWriters.of(
            group.generation(), group.members().stream().map(GroupMember::number).toList());
    views.accept(new WriterView(self.writer(), horizon, group.origin(), now, settlers, ended));
  }

  private static boolean isLive(Map<UUID, WriterRow> rows, UUID writer) {
    WriterRow row = rows.get(writer);
    return row != null && row.live();
  }

  private List<CompletionStage<?>> declareDead(Map<UUID, WriterRow> rows) {
    List<CompletionStage<?>> deeds = new ArrayList<>();
    for (WriterRow silent : failures.silent(rows.values())) {
      if (!silent.writer().equals(self.writer())) {
        deeds.add(declareDead(silent));
      }
    }
    return deeds;
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

  private CompletionStage<?> announce(Group group, Map<UUID, WriterRow> rows, Announcement seen) {
    return announcement
        .announce(group, rows, seen)
        .thenCompose(
            announced -> {
              if (announced.isEmpty()) {
                return CompletableFuture.completedStage(null);
              }
              follow(announced.get());
              return all(forgetRows(rows));
            });
  }

  /** Removes the rows of members that are members no more, because they had ended. */
  private List<CompletionStage<?>> forgetRows(Map<UUID, WriterRow> rows) {
    List<CompletionStage<?>> deeds = new ArrayList<>();
    for (WriterRow row : rows.values()) {
      if (!row.live()) {
        deeds.add(registry.forget(row.writer()));
      }
    }
    return deeds;
  }
}
