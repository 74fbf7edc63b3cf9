package io.quipu.lab.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The points from which a counter, or its series, begins anew, as its clients know them: each lies
 * at some time between the request and its answer. One that nobody answered may be there or not,
 * but not from later on than {@link #LATEST}. Shared by all threads.
 */
final class Cuts {
  /** The way in which a counter begins anew. */
  enum Way {
    /** Never. */
    NONE,
    /** At a point of event order; ids from before stay known. */
    RESET,
    /** As another counter of the same name, which knows no id. */
    PURGE
  }

  /**
   * The time after a request within which its effect begins, if it ever does: a minute, and as long
   * as an instance may be frozen on the way.
   */
  static final Duration LATEST = Duration.ofSeconds(100);

  /** A request for one, from its beginning on. */
  static final class Cut {
    final long begun;
    private volatile long end = Long.MAX_VALUE;
    private volatile boolean answered;

    private Cut(long begun) {
      this.begun = begun;
    }

    /** The time by which it had its effect; it may have had none unless it was answered. */
    long end() {
      return end;
    }

    /** True if it may have its effect between these times. */
    private boolean isOpen(long from, long to) {
      return begun < to && end >= from;
    }

    private boolean isAnsweredBefore(long time) {
      return answered && end < time;
    }
  }

  /** A state from before the first request. */
  private static final Cut NEVER = new Cut(Long.MIN_VALUE);

  static {
    NEVER.end = Long.MIN_VALUE;
  }

  final Way way;
  private final LongSupplier clock;
  private final List<Cut> cuts = new CopyOnWriteArrayList<>();

  /**
   * @param clock as that of {@link History}
   */
  Cuts(Way way, LongSupplier clock) {
    this.way = way;
    this.clock = clock;
  }

  /** To be told before the request is sent. */
  Cut begin() {
    Cut cut = new Cut(clock.getAsLong());
    cuts.add(cut);
    return cut;
  }

  void answered(Cut cut) {
    cut.end = clock.getAsLong();
    cut.answered = true;
  }

  void unanswered(Cut cut) {
    cut.end = cut.begun + LATEST.toNanos();
  }

  /** To be told if nothing was changed. */
  void refused(Cut cut) {
    cuts.remove(cut);
  }

  boolean isEmpty() {
    return cuts.isEmpty();
  }

  /** The requests that had no answer. */
  long unanswered() {
    return cuts.stream().filter(cut -> !cut.answered).count();
  }

  /** True if no request has its effect from now on. */
  boolean areOver() {
    long now = clock.getAsLong();
    return cuts.stream().allMatch(cut -> cut.end < now);
  }

  /**
   * The cuts of which one is the last in what a read counts; a later one may make an earlier one
   * impossible, but only if it is known to have been made.
   */
  List<Cut> candidates(long readBegun, long readEnded) {
    List<Cut> all = new ArrayList<>(List.of(NEVER));
    cuts.stream().filter(cut -> cut.begun < readEnded).forEach(all::add);
    long latest =
        all.stream()
            .filter(cut -> cut.isAnsweredBefore(readBegun))
            .mapToLong(cut -> cut.begun)
            .max()
            .orElse(Long.MIN_VALUE);
    return all.stream().filter(cut -> cut.end >= latest).toList();
  }

  /**
   * The time from which events may count for a cut that a read does not see: until a purge is
   * answered, some instances know of it, and others do not.
   */
  long unseenFrom(Cut last, long readBegun, long readEnded) {
    return cuts.stream()
        .filter(cut -> cut != last && cut.isOpen(readBegun, readEnded))
        .mapToLong(cut -> cut.begun)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
