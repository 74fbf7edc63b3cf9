package io.quipu.testing.sim;

import io.quipu.engine.names.Subject;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import io.quipu.testing.sim.core.SeededRandom;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What the actors of one counter of kind latest have stated. No two statements of an actor have the
 * same value, and each actor has its own digits: so every count tells which statement of whom
 * stands. Versions come in any order, and some twice.
 */
final class Statements {
  private static final int ACTORS = 3;

  /** Of an actor: values are below this, times what its digits are worth. */
  private static final int MOST = 9_999;

  private static final long BASE = MOST + 1;

  private final List<List<Stated>> byActor = new ArrayList<>();

  Statements() {
    for (int actor = 0; actor < ACTORS; actor++) {
      byActor.add(new ArrayList<>());
    }
  }

  /**
   * One statement.
   *
   * @param digits of its value, from 1
   */
  record Stated(int actor, long version, int digits, List<Sending> sendings) {
    Event event() {
      return new Event(
          digits * worth(actor), Subject.with("actor-" + actor, Long.toString(version, 36)));
    }

    Sending sent(long now) {
      Sending sending = new Sending(now);
      sendings.add(sending);
      return sending;
    }

    boolean isAbove(Stated other) {
      return other == null
          || (version != other.version ? version > other.version : digits > other.digits);
    }

    boolean isAcknowledgedBefore(long time) {
      return sendings.stream().anyMatch(sending -> sending.acknowledgedAt < time);
    }

    /** Whether everything that was sent of it lies before a reset. */
    boolean isAllBefore(Sending reset) {
      return sendings.stream().allMatch(sending -> sending.refused || isBefore(sending, reset));
    }

    boolean mayCountBefore(long time) {
      return sendings.stream().anyMatch(sending -> sending.sent < time && !sending.refused);
    }
  }

  /** Whether an acknowledged row lies before an acknowledged reset, in event order. */
  private static boolean isBefore(Sending sending, Sending reset) {
    return sending.isAcknowledged() && sending.row().timestamp() < reset.row().timestamp();
  }

  private static long worth(int actor) {
    return (long) Math.pow(BASE, actor);
  }

  /** A new statement of some actor; an old one if it has stated too much. */
  Stated next(SeededRandom random) {
    int actor = random.below(ACTORS);
    List<Stated> known = byActor.get(actor);
    if (known.size() == MOST || (!known.isEmpty() && random.chance(0.1))) {
      return random.pick(known);
    }
    long version = Math.max(0, known.size() / 2 + random.below(5) - 3);
    int digits = random.chance(0.5) ? known.size() + 1 : MOST - known.size();
    boolean taken = known.stream().anyMatch(stated -> stated.digits == digits);
    Stated stated =
        taken ? random.pick(known) : new Stated(actor, version, digits, new ArrayList<>());
    if (!taken) {
      known.add(stated);
    }
    return stated;
  }

  Stream<Sending> sendings() {
    return byActor.stream().flatMap(List::stream).flatMap(stated -> stated.sendings.stream());
  }

  /**
   * What all rows come to in event order.
   *
   * @return null if there are any that nobody acknowledged
   */
  static Tally replayed(Collection<StoredRow> rows, Set<UUID> acknowledged) {
    Tally total = Tally.ZERO;
    for (Integer page : new TreeSet<>(rows.stream().map(StoredRow::page).toList())) {
      List<EventRow> ofPage =
          rows.stream()
              .filter(stored -> stored.page() == page)
              .map(StoredRow::row)
              .sorted(
                  Comparator.<EventRow>comparingLong(row -> row.at().timestamp())
                      .thenComparing(EventRow::events)
                      .thenComparing(row -> row.at().getLeastSignificantBits()))
              .toList();
      if (ofPage.stream().anyMatch(row -> !acknowledged.contains(row.at()))) {
        return null;
      }
      total = total.plus(replayed(ofPage));
    }
    return total;
  }

  private static Tally replayed(List<EventRow> rows) {
    Map<String, long[]> used = new HashMap<>();
    Map<String, Long> standing = new HashMap<>();
    long events = 0;
    for (EventRow row : rows) {
      if (EventRow.isReset(row.events())) {
        standing.clear();
        events = 0;
        continue;
      }
      events++;
      String actor = Subject.of(row.id(), row.window());
      long version = Long.parseLong(Subject.said(row.id()), 36);
      long[] before = used.get(actor);
      boolean repeats = before != null && version == before[0];
      boolean stands =
          before == null
              || version > before[0]
              || (repeats && standing.containsKey(actor) && row.delta() > before[1]);
      if (stands) {
        used.put(actor, new long[] {version, row.delta()});
        standing.put(actor, row.delta());
      }
    }
    return Tally.of(standing.values().stream().mapToLong(Long::longValue).sum(), events);
  }

  /**
   * What is wrong with a count, or null.
   *
   * @param began what was acknowledged before is in it
   * @param ended what was sent later is not
   * @param resets all resets of the counter
   */
  String wrong(Tally count, long began, long ended, List<Sending> resets) {
    List<Sending> possible =
        resets.stream().filter(one -> one.sent < ended && !one.refused).toList();
    List<Sending> certain = resets.stream().filter(one -> one.acknowledgedAt < began).toList();
    BigInteger rest = count.count();
    for (int actor = 0; actor < ACTORS; actor++) {
      BigInteger[] parts = rest.divideAndRemainder(BigInteger.valueOf(BASE));
      rest = parts[0];
      String wrong = wrong(actor, parts[1].intValue(), began, ended, possible, certain);
      if (wrong != null) {
        return "of actor " + actor + ", " + wrong;
      }
    }
    if (rest.signum() != 0) {
      return "more than actors can have stated";
    }
    long least =
        sendings()
            .filter(one -> one.acknowledgedAt < began)
            .filter(one -> possible.stream().allMatch(reset -> reset.acknowledgedAt <= one.sent))
            .count();
    long most =
        sendings()
            .filter(one -> one.sent < ended && !one.refused)
            .filter(one -> certain.stream().noneMatch(reset -> isBefore(one, reset)))
            .count();
    return count.events() < least || count.events() > most
        ? count.events() + " events, not " + least + " to " + most
        : null;
  }

  private String wrong(
      int actor,
      int digits,
      long began,
      long ended,
      List<Sending> possible,
      List<Sending> certainly) {
    Stated standing = null;
    Stated certain = null;
    for (Stated stated : byActor.get(actor)) {
      if (stated.digits == digits) {
        standing = stated;
      }
      if (stated.isAcknowledgedBefore(began) && stated.isAbove(certain)) {
        certain = stated;
      }
    }
    if (digits == 0) {
      return certain == null || mayBeReset(actor, certain, possible)
          ? null
          : "nothing stands, not even " + certain;
    }
    if (standing == null || !standing.mayCountBefore(ended)) {
      return "nobody had stated " + digits;
    }
    Stated found = standing;
    if (certainly.stream().anyMatch(reset -> found.isAllBefore(reset))) {
      return standing + " stands, from before a reset";
    }
    return certain != null && certain.isAbove(standing)
        ? standing + " stands, not " + certain
        : null;
  }

  /** Whether a reset may have taken away a statement, or one after which it counts nothing. */
  private boolean mayBeReset(int actor, Stated certain, List<Sending> possible) {
    return possible.stream()
        .anyMatch(
            reset ->
                byActor.get(actor).stream()
                    .filter(one -> one.version >= certain.version)
                    .anyMatch(
                        one ->
                            one.sendings.stream()
                                .anyMatch(sending -> sending.sent <= reset.acknowledgedAt)));
  }
}
