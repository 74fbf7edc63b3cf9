package io.quipu.cassandra.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rules for sizes of partitions, and the bound of ids that are kept for ever.
 *
 * @param pages the pages of the keyspace
 * @param idParts the parts of each page
 */
public record PartitionRules(int pages, int idParts) {
  /** The bytes of a settled id of 36 characters on the disk, as the command sizing reckons. */
  static final double ID_BYTES = 45;

  /** The usual target, in MiB. */
  private static final long LARGE = 100;

  private static final long HUGE = 1_000;
  private static final double MB_100 = 1e8;
  private static final double GB = 1e9;

  /** The tables whose partitions nothing bounds, and the way to bound them. */
  private static final Map<String, String> UNBOUNDED =
      Map.of(
          "member",
          "shorten \"deduplicate\" of namespaces that keep ids for ever, or begin a keyspace with"
              + " more QUIPU_PAGES (docs/limits.md, Ids that are kept for ever)",
          "standing",
          "purge counters of kind latest that are not needed, or begin a keyspace with more"
              + " QUIPU_PAGES (docs/limits.md, Ids that are kept for ever)");

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
                UNBOUNDED.getOrDefault(
                    table.getKey(),
                    "see what grows there (docs/runbook.md, QuipuCassandraUnsafe)")));
      }
    }
    if (found.isEmpty()) {
      found.add(
          Finding.ok("partition_size", "the largest partition has at most %d MiB".formatted(most)));
    }
    return found;
  }

  /** The number of ids that are kept for ever at which their partitions have so many bytes. */
  double ids(double bytes) {
    return (double) pages * idParts * (bytes / ID_BYTES);
  }

  /**
   * States the bound of ids that are kept for ever.
   *
   * @param namespaces the number of namespaces that keep ids, or values of actors, for ever
   */
  Finding forEver(int namespaces) {
    String bound =
        "%d partitions (%d pages x %d): 100 MB each at %s, 1 GB each at %s"
            .formatted(pages * idParts, pages, idParts, millions(MB_100), millions(GB));
    return Finding.ok(
        "ids_for_ever",
        namespaces == 0
            ? "no namespace keeps ids for ever; they would have " + bound
            : "%d namespaces keep ids or values for ever, in %s".formatted(namespaces, bound));
  }

  private String millions(double bytes) {
    return String.format(Locale.ROOT, "%,d million ids", Math.round(ids(bytes) / 1e6));
  }
}
