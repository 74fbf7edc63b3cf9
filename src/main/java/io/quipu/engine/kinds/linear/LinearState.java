package io.quipu.engine.kinds.linear;

import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a counter, without the remembered ids.
 *
 * @param version number of changes, from 0; each change counts at least one event
 * @param events number of counted events, and of resets
 * @param eventsBefore number of events up to the last reset, which is one of them; 0 if there was
 *     none
 * @param ids the period that the counter fills with ids
 * @param began the time of the first event; null if an earlier version counted it
 * @param last the time of the last event; it grows with each event, even if clocks go back
 * @param applied the last change of each of the last {@link #WRITERS_KEPT} writers, the latest
 *     change at the end
 * @param named whether a quorum has the name of the counter, so that lists find it; false of a
 *     counter that only versions without such lists have changed
 * @param windows the windows that are open, or not known to be exported
 */
public record LinearState(
    long version,
    long count,
    long events,
    long eventsBefore,
    IdPeriod ids,
    @Nullable EventTime began,
    EventTime last,
    List<AppliedAttempt> applied,
    boolean named,
    LinearWindows windows) {
  /** Maximum number of writers for which a state has the last change. */
  public static final int WRITERS_KEPT = 16;

  /** A counter that was never changed. */
  public static final LinearState NONE =
      new LinearState(
          0, 0, 0, 0, IdPeriod.FIRST, null, EventTime.MIN, List.of(), false, LinearWindows.NONE);

  /** A state of a named counter that was never reset. */
  public LinearState(
      long version,
      long count,
      long events,
      IdPeriod ids,
      EventTime last,
      List<AppliedAttempt> applied) {
    this(version, count, events, 0, ids, null, last, applied, true, LinearWindows.NONE);
  }

  public LinearState {
    if (version < 0 || events < version || applied.size() > WRITERS_KEPT) {
      throw new IllegalArgumentException(
          events + " events, " + applied.size() + " writers, of " + version);
    }
  }

  /** The number of events since the last reset. */
  long eventsSince() {
    return events - eventsBefore;
  }

  /** The fate of an attempt, according to a state that was read after the attempt. */
  enum Fate {
    APPLIED,
    /** The counter has not changed since, so the attempt may still be applied. */
    OPEN,
    /** The counter has changed without the attempt, which can never be applied from now on. */
    LOST,
    /** The fate is unknown, because the state may no longer have the last change of the writer. */
    FORGOTTEN
  }

  /**
   * Decides the fate of an attempt from this state.
   *
   * @param from the version that the counter must have for the attempt to be applied
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
