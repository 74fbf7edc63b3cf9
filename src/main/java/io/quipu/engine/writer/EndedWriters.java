package io.quipu.engine.writer;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The writers that have ended for good: all numbers up to a bound, except the writers that were
 * live at one observation. The set stays true later, because numbers are given in order and an end
 * is final. Its size in memory depends only on the number of writers that were live. Immutable.
 *
 * @param upTo the last number that had been given to a writer
 * @param except the numbers up to {@code upTo} whose writers were live
 */
public record EndedWriters(long upTo, SortedSet<Long> except) {
  /** No writer is known to have ended. */
  public static final EndedWriters NONE = new EndedWriters(0, new TreeSet<>());

  public EndedWriters {
    except = Collections.unmodifiableSortedSet(new TreeSet<>(except));
    if (upTo < 0 || (!except.isEmpty() && (except.first() < 1 || except.last() > upTo))) {
      throw new IllegalArgumentException("up to " + upTo + " but for " + except);
    }
  }

  /** All writers with a number up to {@code upTo}, except the given numbers. */
  public static EndedWriters of(long upTo, Collection<Long> except) {
    return new EndedWriters(upTo, new TreeSet<>(except));
  }

  /** Tells whether the writer with this number is known to have ended. */
  public boolean contains(long number) {
    return number <= upTo && !except.contains(number);
  }

  /** The union of both sets. */
  public EndedWriters plus(EndedWriters other) {
    SortedSet<Long> left = new TreeSet<>(except);
    left.addAll(other.except);
    left.removeIf(number -> contains(number) || other.contains(number));
    return new EndedWriters(Math.max(upTo, other.upTo), left);
  }
}
