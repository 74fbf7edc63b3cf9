package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Cuts.Cut;
import io.quipu.lab.cluster.Cuts.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The times at which the events of a counter were sent and acknowledged, and what a read may
 * therefore count. Shared by all threads.
 */
final class History {
  /**
   * The time after an attempt without an answer in which an instance may still begin to record it:
   * one that was frozen, or that takes records from Kafka which others have counted meanwhile.
   */
  private static final Duration STRAGGLES = Duration.ofSeconds(60);

  /** An event is before a reset in event order if it was acknowledged so long before. */
  private static final Duration CLOCKS_APART = Duration.ofSeconds(10);

  private static final long START = System.nanoTime();

  /** The counts that a read may have. */
  record Range(long least, long most) {
    boolean has(long count) {
      return least <= count && count <= most;
    }
  }

  private static final class Course {
    final long delta;
    final long firstSent;
    long firstAcknowledged = Long.MAX_VALUE;

    /** When the last attempt that was acknowledged was sent, and when it was answered. */
    long lastSent = Long.MIN_VALUE;

    long lastAnswered = Long.MAX_VALUE;
    int underWay;

    /** When the last attempt was over that may have recorded the event. */
    long over = Long.MIN_VALUE;

    Course(long delta, long firstSent) {
      this.delta = delta;
      this.firstSent = firstSent;
    }

    boolean mustCount(Way way, Cut last, long readBegun, long unseenFrom) {
      return way == Way.PURGE
          ? lastAnswered < Math.min(readBegun, unseenFrom) && lastSent > last.end()
          : firstAcknowledged < readBegun && firstSent > last.end();
    }

    boolean mayCount(Way way, Cut last) {
      if (last.begun == Long.MIN_VALUE) {
        return true;
      }
      return way == Way.PURGE
          ? underWay > 0 || over > last.begun
          : firstAcknowledged > last.begun - CLOCKS_APART.toNanos();
    }
  }

  /** By their numbers; null before they are sent. */
  private final List<Course> events = new ArrayList<>();

  private final LongSupplier clock;

  /**
   * @param clock nanoseconds; {@link #now} but in tests
   */
  History(LongSupplier clock) {
    this.clock = clock;
  }

  /** Nanoseconds, of which any two can be compared. */
  static long now() {
    return System.nanoTime() - START;
  }

  /** To be told before each attempt. */
  synchronized void sent(Ledger.Event event) {
    while (events.size() <= event.number()) {
      events.add(null);
    }
    if (events.get(event.number()) == null) {
      events.set(event.number(), new Course(event.delta(), clock.getAsLong()));
    }
    events.get(event.number()).underWay++;
  }

  /**
   * To be told of each acknowledgement.
   *
   * @param sent when the attempt began
   * @param straggles whether somebody else may still be at the same attempt
   */
  synchronized void acknowledged(int number, long sent, boolean straggles) {
    Course course = events.get(number);
    long now = clock.getAsLong();
    course.underWay--;
    course.firstAcknowledged = Math.min(course.firstAcknowledged, now);
    course.over = Math.max(course.over, straggles ? now + STRAGGLES.toNanos() : now);
    if (sent >= course.lastSent) {
      course.lastSent = sent;
      course.lastAnswered = now;
    }
  }

  /** To be told of each attempt without an answer. */
  synchronized void doubted(int number) {
    Course course = events.get(number);
    course.underWay--;
    course.over = Math.max(course.over, clock.getAsLong() + STRAGGLES.toNanos());
  }

  /** To be told of each attempt that recorded nothing. */
  synchronized void refused(int number) {
    events.get(number).underWay--;
  }

  /**
   * The counts that a read may have, a range for each cut that may be the last before it. Each has
   * at least what was acknowledged before the read and sent after the cut, but not what may count
   * for a purge that others know already; and at most what was sent before the end of the read and
   * may have been recorded after the beginning of the cut.
   */
  synchronized List<Range> ranges(Cuts cuts, long readBegun, long readEnded) {
    List<Range> ranges = new ArrayList<>();
    for (Cut last : cuts.candidates(readBegun, readEnded)) {
      long unseenFrom = cuts.unseenFrom(last, readBegun, readEnded);
      long least = 0;
      long most = 0;
      for (Course each : events) {
        if (each != null && each.firstSent < readEnded) {
          least += each.mustCount(cuts.way, last, readBegun, unseenFrom) ? each.delta : 0;
          most += each.mayCount(cuts.way, last) ? each.delta : 0;
        }
      }
      ranges.add(new Range(least, most));
    }
    return ranges;
  }
}
