package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A counter as it is stored, but for the ids.
 *
 * @param version how many changes were made, each of any number of events; 0 if there were none
 * @param events how many were counted
 * @param ids where those of them are remembered that have an id
 * @param last the time of the last event; later for later ones, whatever clocks say
 * @param applied the last change of each writer, the latest at the end, at most {@link
 *     #WRITERS_KEPT}
 */
public record LinearState(
    long version,
    long count,
    long events,
    IdPeriod ids,
    EventTime last,
    List<AppliedAttempt> applied) {
  /** Of so many writers the row remembers the last change. */
  public static final int WRITERS_KEPT = 16;

  /** A counter that was never changed. */
  public static final LinearState NONE =
      new LinearState(0, 0, 0, IdPeriod.FIRST, EventTime.MIN, List.of());

  public LinearState {
    if (version < 0 || events < version || applied.size() > WRITERS_KEPT) {
      throw new IllegalArgumentException(
          events + " events, " + applied.size() + " writers, of " + version);
    }
  }

  /** The fate of an attempt, as shown by a state that was read after it. */
  enum Fate {
    APPLIED,
    /** The counter has not changed since: the attempt may still be applied. */
    OPEN,
    /** The counter has changed without it, so that its condition never holds again. */
    LOST,
    /** So many others have changed it since that nobody knows. */
    FORGOTTEN
  }

  /**
   * The fate of an attempt.
   *
   * @param from the version that the attempt was to change
   */
  Fate fateOf(UUID writer, long sequence, long from) {
    for (AppliedAttempt one : applied) {
      if (one.writer().equals(writer) && one.sequence() == sequence) {
        return Fate.APPLIED;
      }
    }
    if (version == from) {
      return Fate.OPEN;
    }
    boolean remembers = applied.size() < WRITERS_KEPT || applied.get(0).version() <= from + 1;
    return remembers ? Fate.LOST : Fate.FORGOTTEN;
  }

  /** With the mark of one more change; the oldest of too many goes. */
  List<AppliedAttempt> appliedWith(AppliedAttempt latest) {
    List<AppliedAttempt> all = new ArrayList<>(applied.size() + 1);
    for (AppliedAttempt one : applied) {
      if (!one.writer().equals(latest.writer())) {
        all.add(one);
      }
    }
    all.add(latest);
    return all.size() > WRITERS_KEPT ? List.copyOf(all.subList(1, all.size())) : List.copyOf(all);
  }
}
