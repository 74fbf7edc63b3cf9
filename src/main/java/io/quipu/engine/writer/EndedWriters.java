package io.quipu.engine.writer;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Writers that have ended for good, by their numbers: all up to one, but for those that lived when
 * somebody looked. As numbers are given in order and an end is for good, this is never wrong later,
 * and takes no more than what lives. Immutable.
 *
 * @param upTo the last number that had been given
 * @param except of the numbers up to that, those that lived
 */
public record EndedWriters(long upTo, SortedSet<Long> except) {
  /** Nobody is known to have ended. */
  public static final EndedWriters NONE = new EndedWriters(0, new TreeSet<>());

  public EndedWriters {
    except = Collections.unmodifiableSortedSet(new TreeSet<>(except));
    if (upTo < 0 || (!except.isEmpty() && (except.first() < 1 || except.last() > upTo))) {
      throw new IllegalArgumentException("up to " + upTo + " but for " + except);
    }
  }

  /** All that were ever given a number, but for some. */
  public static EndedWriters of(long upTo, Collection<Long> except) {
    return new EndedWriters(upTo, new TreeSet<>(except));
  }

  /** Tells whether the writer with this number has ended. */
  public boolean contains(long number) {
    return number <= upTo && !except.contains(number);
  }

  /** The writers that have ended according to either. */
  public EndedWriters plus(EndedWriters other) {
    SortedSet<Long> left = new TreeSet<>(except);
    left.addAll(other.except);
    left.removeIf(number -> contains(number) || other.contains(number));
    return new EndedWriters(Math.max(upTo, other.upTo), left);
  }
}
