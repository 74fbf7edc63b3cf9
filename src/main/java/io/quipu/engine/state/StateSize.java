package io.quipu.engine.state;

import io.quipu.engine.input.Utf8;
import io.quipu.engine.windows.Window;
import java.util.Map;

/** The size of a state of a counter as it is stored: an upper bound in bytes, without its names. */
public final class StateSize {
  /** Version, until, reset, retentions, the set of open windows and numbers of what follows. */
  private static final int FIXED = 48;

  /** The length of the bytes of a count. */
  private static final int LENGTH = 2;

  private static final int TIME = Long.BYTES;

  /** The distance of a window to {@code until}, which is some millions at most, and its kind. */
  private static final int WINDOW = 7;

  /** The time, the writer and the window of an id. */
  private static final int ID = 48;

  private StateSize() {}

  /** The bytes of a state. */
  public static long of(CounterState state) {
    PendingFacts pending = state.pending();
    long bytes = ofKept(state) + ofWindows(pending.closed()) + ofWindows(pending.supplements());
    for (CountedId id : pending.ids()) {
      bytes += ID + Utf8.length(id.id());
    }
    return bytes;
  }

  /** The bytes of a state without pending facts: what the next step starts from. */
  public static long ofKept(CounterState state) {
    SeriesNotes notes = state.series();
    return FIXED
        + of(state.total())
        + ofWindows(state.open())
        + ofWindows(state.supplements())
        + (long) Long.BYTES * notes.numbers().size()
        + (long) TIME * notes.resets().size();
  }

  private static long ofWindows(Map<Window, Tally> windows) {
    long bytes = 0;
    for (Tally tally : windows.values()) {
      bytes += WINDOW + of(tally);
    }
    return bytes;
  }

  private static long of(Tally tally) {
    return LENGTH + tally.count().bitLength() / Byte.SIZE + 1L + ofNumber(tally.events());
  }

  /** The bytes of a number that is written in groups of seven bits. */
  private static int ofNumber(long number) {
    return (70 - Long.numberOfLeadingZeros(number | 1)) / 7;
  }
}
