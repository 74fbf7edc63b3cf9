package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The stored state of a counter, without the remembered ids.
 *
 * @param version number of changes, each of any number of events, from 0
 * @param events number of counted events
 * @param ids the period that the counter fills with ids
 * @param last the time of the last event, which grows with each event, whatever clocks say
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
  /** The row remembers the last change of so many writers. */
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

  /** The fate of an attempt, according to a state that was read after the attempt. */
  enum Fate {
    APPLIED,
    /** The counter has not changed since: the attempt may still be applied. */
    OPEN,
    /** The counter has changed without the attempt, whose condition never holds again. */
    LOST,
    /** The fate is unknown: too many other writers have changed the counter since. */
    FORGOTTEN
  }

  /**
   * The fate of an attempt.
   *
   * @param from the version on which the attempt depends
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

  /** The last changes after one more change. The oldest change is dropped if there are too many. */
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
