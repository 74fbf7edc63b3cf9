package io.quipu.engine.store;

import io.quipu.engine.windows.EventPartition;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletionStage;

/**
 * The names of all event partitions. A reader finds every partition here, without a guess and
 * without a bound from a clock. The names are kept by part, so that a lost quorum hides the pages
 * of one part only. A part has hours, and an hour has partitions.
 */
public interface EventDirectory {
  /**
   * Names a partition in its hour; may be repeated, and does nothing for a forgotten partition.
   * Readers find the partition only if the hour is named, too.
   */
  CompletionStage<WriteOutcome> name(EventPartition partition);

  /** Names an hour of a part; may be repeated, and does nothing for a forgotten hour. */
  CompletionStage<WriteOutcome> name(Hour hour);

  /**
   * Reads the hours of a part, and the partitions of some hours. Each of these lists is read at its
   * own moment.
   *
   * @param hours starts of the few hours for which partitions are read, in seconds of Unix time
   * @param from start of the first bucket of interest, in seconds of Unix time; hours and
   *     partitions that end at or before {@code from} are left out
   */
  CompletionStage<Listing> look(int part, Collection<Long> hours, long from);

  /** Forgets a partition for good, after the deletion of its rows. */
  CompletionStage<WriteOutcome> forget(EventPartition partition);

  /** Forgets an hour for good. The hour must have no partitions, and must never get any. */
  CompletionStage<WriteOutcome> forget(Hour hour);

  /**
   * The hours and partitions that are named.
   *
   * @param hours all hours of the part from the first bucket of interest on
   * @param partitions the partitions of the requested hours, of all retentions
   */
  record Listing(NavigableSet<Hour> hours, NavigableSet<EventPartition> partitions) {
    /**
     * The partitions with an hour that is named, too. In any other partition, nothing was
     * acknowledged before the look. All readers must leave out such a partition. Otherwise only
     * some readers would find the partition, namely while the same hour is named for another
     * retention.
     */
    public List<EventPartition> findable() {
      return partitions.stream().filter(found -> hours.contains(Hour.of(found))).toList();
    }
  }

  /**
   * An hour of a part, with one retention.
   *
   * @param start start of the hour in seconds of Unix time
   * @param retention class of the rows, see {@link io.quipu.engine.windows.RetentionClass}
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

    /** The last partition that can lie in the hour. */
    public EventPartition last() {
      long bucket = start + EventPartition.HOUR_SECONDS - EventPartition.BUCKET_SECONDS;
      return new EventPartition(retention, bucket, part);
    }

    /** Orders by time, then retention, then part. */
    @Override
    public int compareTo(Hour other) {
      int order = Long.compare(start, other.start);
      order = order != 0 ? order : Integer.compare(retention, other.retention);
      return order != 0 ? order : Integer.compare(part, other.part);
    }
  }
}
