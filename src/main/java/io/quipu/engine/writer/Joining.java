package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes this process a member of the group: adopts the group's time, reads the horizon, writes a
 * row with a later low watermark, and joins on condition that neither generation nor horizon has
 * changed since that read.
 *
 * <p>Invariant: no member has a low watermark below an announced horizon. If a join and an
 * announcement are based on one read state, at most one succeeds; the other is repeated after a new
 * read.
 */
final class Joining {
  private static final int ATTEMPTS = 20;

  private final WriterRegistry registry;
  private final Clock clock;
  private final Scheduler scheduler;
  private final WriterSettings settings;
  private final Supplier<UUID> ids;

  /** The group time of this process's last incarnation. */
  private @Nullable GroupTime known;

  Joining(
      WriterRegistry registry,
      Clock clock,
      Scheduler scheduler,
      WriterSettings settings,
      Supplier<UUID> ids) {
    this.registry = registry;
    this.clock = clock;
    this.scheduler = scheduler;
    this.settings = settings;
    this.ids = ids;
  }

  /** Joins. The stage fails with {@link StoreUnavailable} if joining is not possible for now. */
  CompletionStage<Incarnation> join() {
    return group().thenCompose(this::groupTime).thenCompose(time -> attempt(time, ATTEMPTS));
  }

  private CompletionStage<Group> group() {
    return registry
        .group()
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedStage(found.get())
                    : registry
                        .found(clock.wall())
                        .thenCompose(outcome -> registry.groupSerial())
                        .thenApply(Joining::founded));
  }

  private static Group founded(Optional<Group> group) {
    return group.orElseThrow(() -> new StoreUnavailable("the group could not be founded", null));
  }

  /**
   * The group time to start from: the time of the last incarnation of this process, if there is
   * one. The old time is kept because all leases may have lapsed in an outage: the wall clock of
   * the first process that joins again would otherwise become group time. A first join takes the
   * latest time of the members that send heartbeats during a wait, or a wall clock that is at most
   * 2 s ahead of this time. Without such members, a first join takes the wall clock, but above the
   * horizon.
   */
  private CompletionStage<GroupTime> groupTime(Group group) {
    GroupTime own = known;
    if (own != null) {
      own.pullForward(group.horizon().plusTicks(1));
      return CompletableFuture.completedStage(own);
    }
    List<UUID> members = group.members().stream().map(GroupMember::writer).toList();
    return registry
        .writers(members)
        .thenCompose(
            before ->
                before.values().stream().noneMatch(WriterRow::live)
                    ? CompletableFuture.completedStage(timeAlone(group))
                    : scheduler
                        .pause(settings.heartbeat().multipliedBy(5).dividedBy(2))
                        .thenCompose(waited -> registry.writers(members))
                        .thenApply(after -> timeAmong(group, before, after)));
  }

  private GroupTime timeAlone(Group group) {
    return new GroupTime(clock, EventTime.max(clock.wall(), group.horizon().plusTicks(1)));
  }

  private GroupTime timeAmong(
      Group group, Map<UUID, WriterRow> before, Map<UUID, WriterRow> after) {
    Optional<EventTime> theirs =
        after.values().stream()
            .filter(row -> row.live() && hasBeaten(before.get(row.writer()), row))
            .map(WriterRow::now)
            .max(EventTime::compareTo);
    return theirs.isEmpty() ? timeAlone(group) : new GroupTime(clock, adopt(theirs.get()));
  }

  private static boolean hasBeaten(@Nullable WriterRow before, WriterRow now) {
    return before == null || before.seq() != now.seq();
  }

  /** Uses a wall clock up to 2 s ahead, because the members' time is as old as a heartbeat. */
  private EventTime adopt(EventTime theirs) {
    EventTime wall = clock.wall();
    EventTime latest = theirs.plusTicks(WriterSettings.TOLERANCE.toNanos() / 100);
    return wall.isAfter(latest) ? theirs : EventTime.max(wall, theirs);
  }

  private CompletionStage<Incarnation> attempt(GroupTime time, int left) {
    if (left == 0) {
      return CompletableFuture.failedStage(
          new StoreUnavailable("the group changed faster than this writer could join", null));
    }
    UUID writer = ids.get();
    return group()
        .thenCompose(
            group -> {
              EventTime floor = EventTime.max(time.now(), group.horizon().plusTicks(1));
              WriterRow row = new WriterRow(writer, 0, State.LIVE, floor, floor, settings.lease());
              return registry
                  .enroll(row)
                  .thenCompose(
                      enrolled ->
                          enrolled == CasOutcome.APPLIED
                              ? enter(writer, group, floor, time, left)
                              : abandon(writer, time, left));
            });
  }

  private CompletionStage<Incarnation> enter(
      UUID writer, Group read, EventTime floor, GroupTime time, int left) {
    // Other members cannot see this writer before it joins, so a lease that starts here is safe.
    Lease.Sample sent = Lease.sample(clock);
    return registry
        .join(writer, read, settings.settles())
        .thenCompose(
            outcome ->
                switch (outcome) {
                  case APPLIED ->
                      CompletableFuture.completedStage(
                          incarnation(writer, read.generation() + 1, floor, sent, time));
                  case REFUSED -> abandon(writer, time, left);
                  case UNKNOWN ->
                      registry
                          .groupSerial()
                          .thenCompose(
                              group ->
                                  numberOf(writer, group)
                                      .map(n -> incarnation(writer, n, floor, sent, time))
                                      .<CompletionStage<Incarnation>>map(
                                          CompletableFuture::completedStage)
                                      .orElseGet(() -> abandon(writer, time, left)));
                });
  }

  private static Optional<Long> numberOf(UUID writer, Optional<Group> group) {
    return group.stream()
        .flatMap(known -> known.members().stream())
        .filter(member -> member.writer().equals(writer))
        .map(GroupMember::number)
        .findFirst();
  }

  private Incarnation incarnation(
      UUID writer, long number, EventTime floor, Lease.Sample sent, GroupTime time) {
    time.pullForward(floor);
    known = time;
    Lease lease = new Lease(clock, settings.lease(), sent);
    return new Incarnation(writer, number, floor, lease, time);
  }

  /**
   * Starts again under another id. The row is ended first, because the join may still take effect
   * late. The join then only adds a member that has already ended, and {@link GroupWatch} removes
   * that member.
   */
  private CompletionStage<Incarnation> abandon(UUID writer, GroupTime time, int left) {
    return registry
        .end(writer, 0, State.RETIRED)
        .thenCompose(ended -> registry.forget(writer))
        .thenCompose(forgotten -> attempt(time, left - 1));
  }
}
