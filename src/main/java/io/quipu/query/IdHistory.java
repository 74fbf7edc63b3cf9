package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.dedup.IdRow;
import io.quipu.store.Checkpoint;
import io.quipu.store.MemberStore;
import io.quipu.store.MemberStore.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides which rows with ids count, by the rule of settling, from the rows alone as far as they
 * are there. Confined to one context.
 *
 * <p>Where rows were collected, an id may have been counted before them, which members tell as long
 * as they live. A row of which neither they nor the rows say whether it counted is set apart: it
 * says nothing, for or against the checkpoint.
 */
final class IdHistory {
  private final MemberStore members;
  private final CounterName counter;
  private final Checkpoint checkpoint;
  private final boolean complete;

  /** When an id counted last; complemented when it is only known that it may have. */
  private final CountedIds last;

  /**
   * @param checkpoint whose rows since {@code collected} are gone through
   */
  IdHistory(MemberStore members, CounterName counter, Checkpoint checkpoint, int mostIds) {
    this.members = members;
    this.counter = counter;
    this.checkpoint = checkpoint;
    this.complete = checkpoint.collected().equals(EventTime.MIN);
    this.last = new CountedIds(mostIds);
  }

  /** Receives what was decided; duplicates are not mentioned. */
  interface Decisions {
    void counts(EventTime at, long delta);

    /** Whether it counted cannot be known any more. */
    void unknown(EventTime at);
  }

  /**
   * Decides the next rows, all of them later than those before. Fails with the store unavailable.
   *
   * @param rows sorted in place
   */
  CompletionStage<Void> decide(List<IdRow> rows, Decisions decisions) {
    rows.sort(IdRow.ORDER);
    return settledBefore(rows)
        .thenAccept(known -> rows.forEach(row -> decide(row, known, decisions)));
  }

  private void decide(IdRow row, Known known, Decisions decisions) {
    EventTime at = EventTime.of(row.at());
    CountedIds.Key key = last.key(row.id());
    long before = last.get(key);
    if (before > 0 && DeduplicationWindow.covers(row.window(), new EventTime(before), at)) {
      return;
    }
    if (before < 0 && DeduplicationWindow.covers(row.window(), new EventTime(~before), at)) {
      last.put(key, ~at.ticks());
      decisions.unknown(at);
    } else if (before != 0 || !mayBeCoveredByTheCollected(row) || known.counted(row)) {
      last.put(key, at.ticks());
      decisions.counts(at, row.delta());
    } else if (!known.covers(row, at)) {
      last.put(key, ~at.ticks());
      decisions.unknown(at);
    }
  }

  private boolean mayBeCoveredByTheCollected(IdRow row) {
    return !complete
        && DeduplicationWindow.covers(row.window(), checkpoint.collected(), EventTime.of(row.at()));
  }

  private CompletionStage<Known> settledBefore(List<IdRow> rows) {
    Set<String> ids = new HashSet<>();
    for (IdRow row : rows) {
      if (mayBeCoveredByTheCollected(row) && last.get(last.key(row.id())) == 0) {
        ids.add(row.id());
      }
    }
    Known known = new Known(new HashMap<>(), new HashSet<>());
    return ids.isEmpty()
        ? CompletableFuture.completedStage(known)
        : members.find(counter, ids, member -> take(member, known)).thenApply(found -> known);
  }

  private void take(Member member, Known known) {
    if (checkpoint.epochs().counted(member.epoch())) {
      EventTime at = EventTime.of(member.at());
      if (at.isBefore(checkpoint.collected())) {
        known.before.merge(member.id(), at, EventTime::max);
      } else {
        known.rows.add(member.at());
      }
    }
  }

  /**
   * What members say.
   *
   * @param before when an id counted last among the collected rows
   * @param rows which of the others counted
   */
  private record Known(Map<String, EventTime> before, Set<UUID> rows) {
    boolean counted(IdRow row) {
      return rows.contains(row.at());
    }

    boolean covers(IdRow row, EventTime at) {
      EventTime counted = before.get(row.id());
      return counted != null && DeduplicationWindow.covers(row.window(), counted, at);
    }
  }
}
