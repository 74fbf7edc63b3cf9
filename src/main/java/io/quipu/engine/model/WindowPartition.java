package io.quipu.engine.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A partition of the table of closed windows: the windows of one page and one granularity that
 * start within one period.
 *
 * @param period start of the period in seconds of Unix time; a period is an hour for windows of a
 *     minute, a day for windows of an hour, and thirty days for windows of a day
 */
public record WindowPartition(int page, Granularity granularity, long period)
    implements Comparable<WindowPartition> {
  private static final long MONTH_SECONDS = 30L * 86_400;

  public WindowPartition {
    if (Math.floorMod(period, length(granularity)) != 0) {
      throw new IllegalArgumentException("no period of " + granularity + " starts at " + period);
    }
  }

  /** The partition of a closed window. */
  public static WindowPartition of(int page, Window window) {
    return at(page, window.granularity(), window.startSecond());
  }

  /** The partitions of the closed windows from {@code first} to {@code last}, both included. */
  public static List<WindowPartition> of(int page, Window first, Window last) {
    List<WindowPartition> all = new ArrayList<>();
    WindowPartition partition = of(page, first);
    while (partition.period <= last.startSecond()) {
      all.add(partition);
      partition = at(page, partition.granularity, partition.period + length(partition.granularity));
    }
    return all;
  }

  private static WindowPartition at(int page, Granularity granularity, long second) {
    return new WindowPartition(
        page, granularity, second - Math.floorMod(second, length(granularity)));
  }

  private static long length(Granularity granularity) {
    return switch (granularity) {
      case MINUTE -> Granularity.HOUR.seconds();
      case HOUR -> Granularity.DAY.seconds();
      case DAY -> MONTH_SECONDS;
    };
  }

  /** Gives keys an order, so that a hash table stays fast if many keys have one hash. */
  @Override
  public int compareTo(WindowPartition other) {
    int order = Integer.compare(page, other.page);
    order = order != 0 ? order : granularity.compareTo(other.granularity);
    return order != 0 ? order : Long.compare(period, other.period);
  }
}
