package io.quipu.cassandra.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rules for sizes of partitions. */
final class PartitionRules {
  /** The usual target, in MiB. */
  private static final long LARGE = 100;

  private static final long HUGE = 1_000;

  /** The table whose partitions nothing bounds. */
  private static final String UNBOUNDED = "standing";

  private PartitionRules() {}

  /**
   * Judges the largest partitions.
   *
   * @param mebibytes the size of the largest partition of each table, on any node that answered
   */
  static List<Finding> sizes(Map<String, Long> mebibytes) {
    List<Finding> found = new ArrayList<>();
    long most = 0;
    for (Map.Entry<String, Long> table : mebibytes.entrySet()) {
      long size = table.getValue();
      most = Math.max(most, size);
      if (size > LARGE) {
        found.add(
            Finding.warning(
                "partition_size",
                "the largest partition of table %s has %d MiB: %s"
                    .formatted(
                        table.getKey(),
                        size,
                        size > HUGE
                            ? "compactions, repairs and reads of it may fail, and settling with"
                                + " them"
                            : "compactions and repairs of it get slow from 100 MiB on"),
                table.getKey().equals(UNBOUNDED)
                    ? "purge counters of kind latest that are not needed, or begin a keyspace"
                        + " with more QUIPU_PAGES (docs/limits.md)"
                    : "see what grows there (docs/runbook.md, QuipuCassandraUnsafe)"));
      }
    }
    if (found.isEmpty()) {
      found.add(
          Finding.ok("partition_size", "the largest partition has at most %d MiB".formatted(most)));
    }
    return found;
  }
}
