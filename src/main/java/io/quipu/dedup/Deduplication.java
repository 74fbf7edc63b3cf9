package io.quipu.dedup;

import io.quipu.counter.CounterName;
import io.quipu.store.Epochs;
import io.quipu.store.MemberStore;
import io.quipu.store.MemberStore.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The rule by which events with ids count: in event order, a row is a duplicate if the last counted
 * row of its id lies less than the windows of both before it. What was counted before the slice is
 * known from members, of which only those count whose epoch was committed.
 *
 * <p>Invariant: the result depends on the rows and the checkpoint alone, not on who asks or when.
 * Members of epochs up to the checkpoint's were durable before it was committed, and none is
 * written under such an epoch afterwards that anybody believes.
 */
public final class Deduplication {
  private final MemberStore members;

  public Deduplication(MemberStore members) {
    this.members = members;
  }

  /**
   * Resolves the rows since a checkpoint, or the first of them.
   *
   * @param epochs of that checkpoint
   * @param rows in any order; sorted in place
   */
  public CompletionStage<Deduplicated> resolve(
      CounterName counter, Epochs epochs, List<IdRow> rows) {
    if (rows.isEmpty()) {
      return CompletableFuture.completedStage(Deduplicated.NOTHING);
    }
    Map<String, CountedRow> counted = new HashMap<>();
    return members
        .find(
            counter,
            idsOf(rows),
            member -> {
              if (epochs.counted(member.epoch())) {
                take(member, counted);
              }
            })
        .thenApply(found -> resolve(rows, counted));
  }

  private static Set<String> idsOf(List<IdRow> rows) {
    Set<String> ids = new HashSet<>(rows.size() * 2);
    rows.forEach(row -> ids.add(row.id()));
    return ids;
  }

  private static void take(Member member, Map<String, CountedRow> counted) {
    counted.merge(member.id(), CountedRow.of(member), CountedRow::later);
  }

  private static Deduplicated resolve(List<IdRow> rows, Map<String, CountedRow> counted) {
    rows.sort(IdRow.ORDER);
    List<IdRow> counting = new ArrayList<>(rows.size());
    long conflicts = 0;
    for (IdRow row : rows) {
      CountedRow before = counted.get(row.id());
      if (before == null || !before.covers(row)) {
        counted.put(row.id(), CountedRow.of(row));
        counting.add(row);
      } else if (before.delta() != row.delta()) {
        conflicts++;
      }
    }
    return new Deduplicated(counting, rows.size() - counting.size(), conflicts);
  }
}
