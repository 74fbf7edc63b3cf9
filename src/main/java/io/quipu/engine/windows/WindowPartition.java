package io.quipu.engine.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A partition of a table of windows: those of one page and one granularity that start within one
 * period.
 *
 * @param period start of the period in seconds of Unix time, see {@link Table}
 */
public record WindowPartition(Table table, int page, Granularity granularity, long period)
    implements Comparable<WindowPartition> {
  private static final long DAYS = Granularity.DAY.seconds();

  /** A table of windows, with the lengths of its periods. */
  public enum Table {
    /**
     * Closed windows. A period is an hour for windows of a minute, a day for windows of an hour,
     * and thirty days for windows of a day.
     */
    CLOSED {
      @Override
      long period(Granularity granularity) {
        return switch (granularity) {
          case MINUTE -> Granularity.HOUR.seconds();
          case HOUR -> DAYS;
          case DAY -> 30 * DAYS;
        };
      }
    },

    /**
     * Supplements. A period is 10 days for windows of a minute, 100 days for windows of an hour,
     * and 1,000 days for windows of a day: one step may add to windows of a whole history in any
     * order, and each partition is a write of its own.
     */
    SUPPLEMENTS {
      @Override
      long period(Granularity granularity) {
        return switch (granularity) {
          case MINUTE -> 10 * DAYS;
          case HOUR -> 100 * DAYS;
          case DAY -> 1_000 * DAYS;
        };
      }
    };

    /** The length of a period in seconds. */
    abstract long period(Granularity granularity);

    /** The partition of a window in this table. */
    public WindowPartition of(int page, Window window) {
      return at(page, window.granularity(), window.startSecond());
    }

    /** The partitions of the windows from {@code first} to {@code last}, both included. */
    public List<WindowPartition> of(int page, Window first, Window last) {
      List<WindowPartition> all = new ArrayList<>();
      WindowPartition partition = of(page, first);
      while (partition.period <= last.startSecond()) {
        all.add(partition);
        Granularity granularity = partition.granularity;
        partition = at(page, granularity, partition.period + period(granularity));
      }
      return all;
    }

    /** The number of partitions that have windows of a run. */
    public long count(WindowRun run) {
      long length = period(run.first().granularity());
      return Math.floorDiv(run.last().startSecond(), length)
          - Math.floorDiv(run.first().startSecond(), length)
          + 1;
    }

    /** Tells whether less than a period lies between two runs of one granularity. */
    public boolean areNear(WindowRun first, WindowRun next) {
      return next.first().startSecond() - first.endSecond() < period(next.first().granularity());
    }

    /** The partitions that end after {@code from} and not after {@code to}, in Unix seconds. */
    public Stream<WindowPartition> ended(int page, Granularity granularity, long from, long to) {
      long length = period(granularity);
      return LongStream.range(Math.floorDiv(from, length), Math.floorDiv(to, length))
          .mapToObj(i -> new WindowPartition(this, page, granularity, i * length));
    }

    /** The partitions with windows between two points, in Unix seconds. */
    public Stream<WindowPartition> between(int page, Granularity granularity, long from, long to) {
      return ended(page, granularity, from, to + period(granularity));
    }

    private WindowPartition at(int page, Granularity granularity, long second) {
      return new WindowPartition(
          this, page, granularity, second - Math.floorMod(second, period(granularity)));
    }
  }

  public WindowPartition {
    if (Math.floorMod(period, table.period(granularity)) != 0) {
      throw new IllegalArgumentException("no period of " + granularity + " starts at " + period);
    }
  }

  /** Gives keys an order, so that a hash table stays fast if many keys have one hash. */
  @Override
  public int compareTo(WindowPartition other) {
    int order = table.compareTo(other.table);
    order = order != 0 ? order : Integer.compare(page, other.page);
    order = order != 0 ? order : granularity.compareTo(other.granularity);
    return order != 0 ? order : Long.compare(period, other.period);
  }
}
