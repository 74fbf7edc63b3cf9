package io.quipu.testing.sim;

import io.quipu.engine.model.Event;
import io.quipu.engine.model.Subject;
import io.quipu.engine.model.Tally;
import io.quipu.testing.sim.core.SeededRandom;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
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

    boolean mayCountBefore(long time) {
      return sendings.stream().anyMatch(sending -> sending.sent < time && !sending.refused);
    }
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
   * What is wrong with a count, or null.
   *
   * @param began what was acknowledged before is in it
   * @param ended what was sent later is not
   */
  String wrong(Tally count, long began, long ended) {
    BigInteger rest = count.count();
    for (int actor = 0; actor < ACTORS; actor++) {
      BigInteger[] parts = rest.divideAndRemainder(BigInteger.valueOf(BASE));
      rest = parts[0];
      String wrong = wrong(actor, parts[1].intValue(), began, ended);
      if (wrong != null) {
        return "of actor " + actor + ", " + wrong;
      }
    }
    if (rest.signum() != 0) {
      return "more than actors can have stated";
    }
    long least = sendings().filter(sending -> sending.acknowledgedAt < began).count();
    long most = sendings().filter(sending -> sending.sent < ended && !sending.refused).count();
    return count.events() < least || count.events() > most
        ? count.events() + " events, not " + least + " to " + most
        : null;
  }

  private String wrong(int actor, int digits, long began, long ended) {
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
      return certain == null ? null : "nothing stands, not even " + certain;
    }
    if (standing == null || !standing.mayCountBefore(ended)) {
      return "nobody had stated " + digits;
    }
    return certain != null && certain.isAbove(standing)
        ? standing + " stands, not " + certain
        : null;
  }
}
