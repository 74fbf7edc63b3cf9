package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.query.QueryAddresses.AcknowledgedEvents;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.MemberStore;
import io.quipu.store.MemberStore.Member;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Says what became of acknowledged events: waits until the checkpoint has passed them, then looks
 * whether the member of their id is the row that was written for them. Confined to one context.
 */
final class VerdictReader {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final CheckpointStore checkpoints;
  private final MemberStore members;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Duration patience;
  private final TailRows rows;

  /**
   * @param patience how long to wait for the checkpoint
   * @param rows for the members of the ids
   */
  VerdictReader(
      CheckpointStore checkpoints,
      MemberStore members,
      Clock clock,
      Scheduler scheduler,
      Duration patience,
      TailRows rows) {
    this.checkpoints = checkpoints;
    this.members = members;
    this.clock = clock;
    this.scheduler = scheduler;
    this.patience = patience;
    this.rows = rows;
  }

  /** Fails with the store unavailable if the events are not settled in time. */
  CompletionStage<List<Verdict>> judge(AcknowledgedEvents recorded) {
    EventTime last =
        recorded.rows().stream().map(EventTime::of).max(EventTime::compareTo).orElse(EventTime.MIN);
    return settledPast(recorded.counter(), last, clock.monotonicNanos())
        .thenCompose(checkpoint -> judge(recorded, checkpoint));
  }

  private CompletionStage<Checkpoint> settledPast(CounterName counter, EventTime last, long since) {
    return checkpoints
        .read(counter)
        .thenCompose(
            checkpoint -> {
              if (checkpoint.until().isAfter(last)) {
                return CompletableFuture.completedStage(checkpoint);
              }
              if (clock.monotonicNanos() - since > patience.toNanos()) {
                return CompletableFuture.failedStage(
                    new StoreUnavailable("the events are not settled yet", null));
              }
              rows.hasten().accept(counter);
              return pause().thenCompose(over -> settledPast(counter, last, since));
            });
  }

  private CompletionStage<Void> pause() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    scheduler.after(PAUSE, () -> over.complete(null));
    return over;
  }

  private CompletionStage<List<Verdict>> judge(AcknowledgedEvents recorded, Checkpoint checkpoint) {
    Set<String> ids = new HashSet<>();
    recorded.ids().stream().filter(Objects::nonNull).forEach(ids::add);
    return rows.begin(ids.size())
        .thenCompose(
            held ->
                judge(recorded, checkpoint, ids).whenComplete((verdicts, failure) -> held.close()));
  }

  private CompletionStage<List<Verdict>> judge(
      AcknowledgedEvents recorded, Checkpoint checkpoint, Set<String> ids) {
    Map<String, List<Member>> found = new HashMap<>();
    return members
        .find(
            recorded.counter(),
            ids,
            member -> {
              if (checkpoint.epochs().counted(member.epoch())) {
                found.computeIfAbsent(member.id(), id -> new ArrayList<>()).add(member);
              }
            })
        .thenApply(all -> verdicts(recorded, found));
  }

  private static List<Verdict> verdicts(
      AcknowledgedEvents recorded, Map<String, List<Member>> found) {
    List<Verdict> verdicts = new ArrayList<>(recorded.rows().size());
    for (int i = 0; i < recorded.rows().size(); i++) {
      String id = recorded.ids().get(i);
      verdicts.add(
          id == null
              ? Verdict.COUNTED
              : verdict(
                  found.getOrDefault(id, List.of()),
                  recorded.rows().get(i),
                  recorded.deltas().get(i)));
    }
    return verdicts;
  }

  /** Every row that counts is a member; one that is none repeats the last member before it. */
  private static Verdict verdict(List<Member> counted, UUID row, long delta) {
    Member last = null;
    for (Member member : counted) {
      if (member.at().equals(row)) {
        return Verdict.COUNTED;
      }
      boolean before = member.at().timestamp() <= row.timestamp();
      if (before && (last == null || member.at().timestamp() > last.at().timestamp())) {
        last = member;
      }
    }
    return last == null || last.delta() == delta ? Verdict.DUPLICATE : Verdict.CONFLICT;
  }
}
