package io.quipu.store;

import io.quipu.page.EventPartition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Which event partitions exist: so that no reader has to guess, and no clock bounds what it reads.
 * Kept by part, so that what lost its quorum hides the pages of one part and no others. A part has
 * hours, and an hour has partitions.
 */
public interface EventDirectory {
  /**
   * Names a partition in its hour; may be repeated, and does nothing for one that was forgotten.
   * Its hour must be named, too.
   */
  CompletionStage<WriteOutcome> name(EventPartition partition);

  /** Names an hour of a part; may be repeated, and does nothing for one that was forgotten. */
  CompletionStage<WriteOutcome> name(Hour hour);

  /**
   * The named hours of a part, in order.
   *
   * @param from start of the first hour of interest, in seconds of Unix time
   */
  CompletionStage<List<Hour>> hours(int part, long from);

  /**
   * The named partitions of a part and an hour, of all retentions, in order. Of one of which the
   * hour is not named nothing was acknowledged: see {@link Hour#isNamed}.
   *
   * @param hour its start in seconds of Unix time
   * @param from start of the first bucket of interest
   */
  CompletionStage<List<EventPartition>> partitions(int part, long hour, long from);

  /** Forgets a partition of which the rows are deleted, for good. */
  CompletionStage<WriteOutcome> forget(EventPartition partition);

  /** Forgets an hour that has no partitions, and gets none, for good. */
  CompletionStage<WriteOutcome> forget(Hour hour);

  /**
   * An hour of a part, with one retention.
   *
   * @param start in seconds of Unix time
   * @param retention class of the rows, see {@link io.quipu.page.RetentionClass}
   */
  record Hour(int part, long start, int retention) implements Comparable<Hour> {
    public Hour {
      if (Math.floorMod(start, EventPartition.HOUR_SECONDS) != 0) {
        throw new IllegalArgumentException("no hour starts at " + start);
      }
    }

    /** The hour of a partition. */
    public static Hour of(EventPartition partition) {
      return new Hour(partition.part(), partition.hour(), partition.retention());
    }

    /**
     * Whether the hour of a partition is among those that are named. Otherwise all have to leave it
     * out alike: some would find it by the name of another retention, as long as that is there.
     */
    public static boolean isNamed(EventPartition partition, Set<Hour> named) {
      return named.contains(of(partition));
    }

    /** By time, then retention, then part. */
    @Override
    public int compareTo(Hour other) {
      int order = Long.compare(start, other.start);
      order = order != 0 ? order : Integer.compare(retention, other.retention);
      return order != 0 ? order : Integer.compare(part, other.part);
    }
  }
}
