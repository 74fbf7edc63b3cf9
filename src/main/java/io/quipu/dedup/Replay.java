package io.quipu.dedup;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.Epochs;
import io.quipu.store.MemberStore.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides again which settled rows with ids count, to be held against what was counted. It knows
 * one thing that settling could not: a row that nobody acknowledged may have appeared after the
 * checkpoint had passed it, and stand before the row that was counted. Members say which was. It is
 * left out, as it was then.
 */
public final class Replay {
  private final Map<String, List<Member>> members = new HashMap<>();
  private final Epochs epochs;
  private final EventTime retained;

  /**
   * @param retained from here on all rows are there; what was counted before is taken from members
   */
  public Replay(Epochs epochs, EventTime retained) {
    this.epochs = epochs;
    this.retained = retained;
  }

  /** Takes a member of one of the ids. */
  public void take(Member member) {
    if (epochs.counted(member.epoch())) {
      members.computeIfAbsent(member.id(), id -> new ArrayList<>(1)).add(member);
    }
  }

  /** The rows that count. */
  public List<IdRow> counted(List<IdRow> rows) {
    List<IdRow> visible = new ArrayList<>(rows.size());
    for (IdRow row : rows) {
      if (!cameLate(row)) {
        visible.add(row);
      }
    }
    return Deduplication.resolveAfter(before(), visible).counted();
  }

  private List<Member> before() {
    return members.values().stream()
        .flatMap(List::stream)
        .filter(member -> EventTime.of(member.at()).isBefore(retained))
        .toList();
  }

  /** Not counted, although a later row that it would have covered was. */
  private boolean cameLate(IdRow row) {
    boolean covered = false;
    EventTime at = EventTime.of(row.at());
    for (Member member : members.getOrDefault(row.id(), List.of())) {
      if (member.at().equals(row.at())) {
        return false;
      }
      EventTime later = EventTime.of(member.at());
      covered |=
          !later.isBefore(at)
              && DeduplicationWindow.covers(row.window(), at, later)
              && DeduplicationWindow.covers(member.window(), at, later);
    }
    return covered;
  }
}
