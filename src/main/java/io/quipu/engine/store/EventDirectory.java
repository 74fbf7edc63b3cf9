package io.quipu.engine.store;

import io.quipu.engine.model.EventPartition;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletionStage;

/**
 * The names of all event partitions: no reader has to guess, and no clock bounds what it reads.
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
   * Looks at the hours of a part, and at the partitions of some hours, each at its own moment.
   *
   * @param hours starts of those whose partitions are asked for, in seconds of Unix time; a few
   * @param from start of the first bucket of interest: neither hours nor partitions that end before
   *     it are listed
   */
  CompletionStage<Listing> look(int part, Collection<Long> hours, long from);

  /** Forgets a partition of which the rows are deleted, for good. */
  CompletionStage<WriteOutcome> forget(EventPartition partition);

  /** Forgets an hour that has no partitions, and gets none, for good. */
  CompletionStage<WriteOutcome> forget(Hour hour);

  /**
   * The hours and partitions that are named.
   *
   * @param hours all from there on
   * @param partitions those of the hours that were asked for, of all retentions
   */
  record Listing(NavigableSet<Hour> hours, NavigableSet<EventPartition> partitions) {
    /**
     * The partitions of which the hour is named, too. Of another nothing was acknowledged before
     * the look, and all have to leave it out alike: some would find it by the name of another
     * retention, as long as that is there.
     */
    public List<EventPartition> findable() {
      return partitions.stream().filter(found -> hours.contains(Hour.of(found))).toList();
    }
  }

  /**
   * An hour of a part, with one retention.
   *
   * @param start in seconds of Unix time
   * @param retention class of the rows, see {@link io.quipu.engine.model.RetentionClass}
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

    /** The last partition that can lie in it. */
    public EventPartition last() {
      long bucket = start + EventPartition.HOUR_SECONDS - EventPartition.BUCKET_SECONDS;
      return new EventPartition(retention, bucket, part);
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
