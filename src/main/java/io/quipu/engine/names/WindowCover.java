package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive time ranges, and the windows of UTC that each of them consists of. Long windows are
 * preferred: a month of Zurich consists of some hours, many days, and some hours.
 *
 * <p>Invariant: each second of the ranges lies in exactly one window of the cover, and no window
 * lies in two ranges. So the sum of the windows of a range is the sum of its events.
 */
public final class WindowCover {
  private static final int MOST_READ = 2_400;

  /**
   * The starts of the ranges, in Unix time, and the end of the last range; null if each window is a
   * range, because such covers are asked for by strangers, ten thousand windows at a time.
   */
  private final long @Nullable [] bounds;

  /** In the order of time. */
  private final List<WindowRun> runs;

  /** The runs, less those that {@link #reads} joins with the one before. */
  private final List<WindowRun> joined;

  /** The starts of the runs, in Unix time. */
  private final long[] starts;

  private WindowCover(long @Nullable [] bounds, List<WindowRun> runs) {
    this.bounds = bounds;
    this.runs = List.copyOf(runs);
    this.joined = joined(runs);
    this.starts = runs.stream().mapToLong(run -> run.first().startSecond()).toArray();
  }

  /** Covers windows of one granularity, each of which is a range. */
  public static WindowCover of(Window first, Window last) {
    return new WindowCover(null, List.of(new WindowRun(first, last)));
  }

  /**
   * Covers ranges by windows of some granularities.
   *
   * @param bounds the starts of the ranges, in Unix time and ascending, and the end of the last
   * @param field the name of the field for the error
   * @throws InvalidInput naming {@code field} if a bound lies inside of all windows
   */
  public static WindowCover of(long[] bounds, Collection<Granularity> kept, String field) {
    Covering covering = new Covering(kept, field);
    for (int i = 1; i < bounds.length; i++) {
      covering.cover(bounds[i - 1], bounds[i], 0);
    }
    return new WindowCover(bounds.clone(), covering.runs);
  }

  /**
   * Covers all ranges as one.
   *
   * @param kept the granularities of this cover, and perhaps longer ones
   */
  public WindowCover together(Collection<Granularity> kept) {
    return of(new long[] {bound(0), bound(size())}, kept, "granularity");
  }

  /** Makes the runs of a cover. */
  private static final class Covering {
    private final List<Granularity> longestFirst;
    private final String field;
    private final List<WindowRun> runs = new ArrayList<>();

    private Covering(Collection<Granularity> kept, String field) {
      this.longestFirst = kept.stream().sorted(Comparator.reverseOrder()).toList();
      this.field = field;
    }

    /** Covers a range by the windows from a granularity on. */
    private void cover(long from, long to, int longest) {
      if (from == to) {
        return;
      }
      if (longest == longestFirst.size()) {
        throw tooShort();
      }
      Granularity granularity = longestFirst.get(longest);
      long seconds = granularity.seconds();
      long first = -Math.floorDiv(-from, seconds) * seconds;
      long end = Math.floorDiv(to, seconds) * seconds;
      if (first >= end) {
        cover(from, to, longest + 1);
      } else {
        cover(from, first, longest + 1);
        add(new Window(granularity, first), new Window(granularity, end - seconds));
        cover(end, to, longest + 1);
      }
    }

    private void add(Window first, Window last) {
      int before = runs.size() - 1;
      if (before >= 0
          && runs.get(before).first().granularity() == first.granularity()
          && runs.get(before).endSecond() == first.startSecond()) {
        runs.set(before, new WindowRun(runs.get(before).first(), last));
      } else {
        runs.add(new WindowRun(first, last));
      }
    }

    private InvalidInput tooShort() {
      return new InvalidInput(
          field,
          longestFirst.isEmpty()
              ? "the namespace keeps no windows"
              : "this needs windows shorter than those that the namespace keeps: "
                  + longestFirst.stream()
                      .map(Granularity::label)
                      .collect(Collectors.joining(", ")));
    }
  }

  /**
   * The first point from which on all windows of this cover are shown, in seconds of Unix time;
   * {@link Long#MIN_VALUE} if all are.
   *
   * @param now a point that the group time has reached
   */
  public long shownFrom(Keep keep, EventTime now) {
    long from = Long.MIN_VALUE;
    for (WindowRun run : runs) {
      long first = keep.shownFromSecond(run.first().granularity(), now);
      if (run.first().startSecond() < first) {
        from = Math.max(from, Math.min(first, run.endSecond()));
      }
    }
    return from;
  }

  /**
   * The ranges from a point on, perhaps none.
   *
   * @param second as {@link #shownFrom} tells, so that no window begins before and ends after it
   * @param whole whether a range that begins before the point is left out; otherwise it begins
   *     there
   */
  public WindowCover from(long second, boolean whole) {
    if (size() == 0 || second <= bound(0)) {
      return this;
    }
    long[] left = boundsFrom(second, whole);
    List<WindowRun> some = runs.stream().flatMap(run -> run.from(left[0]).stream()).toList();
    return new WindowCover(bounds == null && !some.isEmpty() ? null : left, some);
  }

  /** The bounds from a point after the first bound on; the last bound alone if no range is left. */
  private long[] boundsFrom(long second, boolean whole) {
    if (bounds == null) {
      return new long[] {Math.min(second, bound(size()))};
    }
    int found = Arrays.binarySearch(bounds, second);
    int next = Math.min(found < 0 ? -found - 1 : found, size());
    boolean cut = !whole && second < bounds[next];
    long[] left = Arrays.copyOfRange(bounds, cut ? next - 1 : next, bounds.length);
    left[0] = cut ? second : left[0];
    return left;
  }

  /** The number of ranges; 0 if none is {@linkplain #from left}. */
  public int size() {
    return bounds == null ? Math.toIntExact(runs.get(0).size()) : bounds.length - 1;
  }

  /** A range by its index, from 0. */
  public TimeRange range(int index) {
    return new TimeRange(bound(index), bound(index + 1));
  }

  private long bound(int index) {
    if (bounds != null) {
      return bounds[index];
    }
    Window first = runs.get(0).first();
    return first.startSecond() + index * first.granularity().seconds();
  }

  /** The windows, in the order of time. */
  public List<WindowRun> runs() {
    return runs;
  }

  /**
   * The runs in which the windows are read, in the order of the first of each. Runs of one
   * granularity with less than a partition between them become one, because otherwise a partition
   * would be read for each: a year of days of Kolkata has 365 runs of 23 hours. What lies between
   * them is in no range. No run has more than {@value #MOST_READ} windows.
   */
  public List<WindowRun> reads() {
    return joined.stream().flatMap(run -> run.split(MOST_READ).stream()).toList();
  }

  private static List<WindowRun> joined(List<WindowRun> runs) {
    List<WindowRun> joined = new ArrayList<>();
    Map<Granularity, Integer> last = new EnumMap<>(Granularity.class);
    for (WindowRun run : runs) {
      Granularity granularity = run.first().granularity();
      Integer before = last.get(granularity);
      if (before != null && Table.CLOSED.areNear(joined.get(before), run)) {
        joined.set(before, new WindowRun(joined.get(before).first(), run.last()));
      } else {
        last.put(granularity, joined.size());
        joined.add(run);
      }
    }
    return List.copyOf(joined);
  }

  /** The number of partitions in which the windows are, of each page of a counter. */
  public long partitions() {
    return joined.stream().mapToLong(Table.CLOSED::count).sum();
  }

  /**
   * The largest number of windows that are held at once: of the ranges, or of the longest reads.
   *
   * @param reads the number of reads at once
   */
  public int held(int reads) {
    long longest =
        reads().stream()
            .map(WindowRun::size)
            .sorted(Comparator.reverseOrder())
            .limit(reads)
            .mapToLong(Long::longValue)
            .sum();
    return (int) Math.max(size(), longest);
  }

  /** The number of windows. */
  public long windows() {
    return runs.stream().mapToLong(WindowRun::size).sum();
  }

  public EventTime start() {
    return EventTime.ofEpochSecond(bound(0));
  }

  /** The first point after the last range. */
  public EventTime end() {
    return EventTime.ofEpochSecond(bound(size()));
  }

  /** The index of the range that holds a point; negative if no range does. */
  public int indexOf(EventTime at) {
    return indexOf(at.epochSecond());
  }

  /** The index of the range that a window belongs to; negative if the cover has no such window. */
  public int indexOf(Window window) {
    int run = lastUpTo(window.startSecond(), starts);
    return run >= 0 && runs.get(run).has(window) ? indexOf(window.startSecond()) : -1;
  }

  private int indexOf(long second) {
    long index =
        bounds == null
            ? Math.floorDiv(second - starts[0], runs.get(0).first().granularity().seconds())
            : lastUpTo(second, bounds);
    return index >= 0 && index < size() ? (int) index : -1;
  }

  /** The index of the last of ascending numbers that is not larger; -1 if all are larger. */
  private static int lastUpTo(long number, long[] ascending) {
    int at = Arrays.binarySearch(ascending, number);
    return at < 0 ? -at - 2 : at;
  }

  @Override
  public String toString() {
    return runs.toString();
  }
}
