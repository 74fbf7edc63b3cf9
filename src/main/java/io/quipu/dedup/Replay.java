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
 * Decides again which settled rows with ids count, to be held against what was counted. Confined to
 * one context.
 *
 * <p>It knows one thing that settling could not: a row that nobody acknowledged may have appeared
 * after the checkpoint had passed it, and stand before the row that was counted. Members say which
 * was. It is left out, as it was then.
 *
 * <p>And it may have forgotten what settling knew: where earlier rows were collected, the member of
 * the one that was counted may have expired. A row that such a one may cover counts if it is itself
 * a member, and does not if it would be one still. Nobody knows of the others.
 */
public final class Replay {
  /** For how long members outlive their window, in seconds; see {@code MemberStore}. */
  private static final long KEPT = 86_400;

  /** By how much clocks may disagree about when a member expires, in seconds. */
  private static final long CLOCKS = 3 * 3_600;

  private final Map<String, List<Member>> members = new HashMap<>();
  private final Map<String, CountedRow> last = new HashMap<>();
  private final Map<String, List<CountedRow>> undecided = new HashMap<>();
  private final Epochs epochs;
  private final EventTime retained;

  /** Receives what became of rows; of those that do not count it hears nothing. */
  public interface Sink {
    void counts(IdRow row);

    /** Whether the row counts is not known any more. */
    void undecided(IdRow row);
  }

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
      if (EventTime.of(member.at()).isBefore(retained)) {
        last.merge(member.id(), CountedRow.of(member), CountedRow::later);
      }
    }
  }

  /**
   * Decides all retained rows of the ids, once, when all members were taken.
   *
   * @param rows in any order; sorted in place
   * @param now not before the members were read: by then some may have expired
   */
  public void decide(List<IdRow> rows, EventTime now, Sink sink) {
    rows.sort(IdRow.ORDER);
    for (IdRow row : rows) {
      if (!cameLate(row) && !isCovered(row)) {
        decide(row, now, sink);
      }
    }
  }

  private boolean isCovered(IdRow row) {
    CountedRow before = last.get(row.id());
    return before != null && before.covers(row);
  }

  private void decide(IdRow row, EventTime now, Sink sink) {
    if (isMember(row) || !mayBeCovered(row, now)) {
      last.put(row.id(), CountedRow.of(row));
      undecided.remove(row.id());
      sink.counts(row);
    } else if (mayBeForgotten(row, now)) {
      undecided.computeIfAbsent(row.id(), id -> new ArrayList<>(1)).add(CountedRow.of(row));
      sink.undecided(row);
    }
  }

  private boolean isMember(IdRow row) {
    return members.getOrDefault(row.id(), List.of()).stream()
        .anyMatch(member -> member.at().equals(row.at()));
  }

  private boolean mayBeCovered(IdRow row, EventTime now) {
    return mayBeCoveredByForgotten(row, now)
        || undecided.getOrDefault(row.id(), List.of()).stream()
            .anyMatch(before -> before.covers(row));
  }

  /**
   * By a row before the retained ones whose member has expired. Its window reached up to this row,
   * so this row is as old as members last without their windows, whatever the window was.
   */
  private boolean mayBeCoveredByForgotten(IdRow row, EventTime now) {
    CountedRow before = last.get(row.id());
    boolean allRetained =
        retained.equals(EventTime.MIN) || (before != null && !before.at().isBefore(retained));
    EventTime at = EventTime.of(row.at());
    return !allRetained
        && isExpired(at, 0, now)
        && DeduplicationWindow.covers(row.window(), retained, at);
  }

  /** Whether the member of this row, if there was one, may have expired. */
  private static boolean mayBeForgotten(IdRow row, EventTime now) {
    return row.window() != DeduplicationWindow.FOREVER
        && isExpired(EventTime.of(row.at()), row.window(), now);
  }

  private static boolean isExpired(EventTime at, long window, EventTime now) {
    return now.ticks() - at.ticks() >= (window + KEPT - CLOCKS) * EventTime.TICKS_PER_SECOND;
  }

  /** Not counted, although a later row that it would have covered was. */
  private boolean cameLate(IdRow row) {
    boolean covered = false;
    CountedRow counted = CountedRow.of(row);
    for (Member member : members.getOrDefault(row.id(), List.of())) {
      if (member.at().equals(row.at())) {
        return false;
      }
      covered |=
          !EventTime.of(member.at()).isBefore(counted.at())
              && counted.covers(
                  new IdRow(member.at(), member.delta(), member.id(), member.window()));
    }
    return covered;
  }
}
