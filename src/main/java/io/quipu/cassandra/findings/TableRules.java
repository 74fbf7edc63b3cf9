package io.quipu.cassandra.findings;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The rules for options of tables that remove data: the default TTL and the grace of deletions. */
public final class TableRules {
  private static final CqlIdentifier TTL = CqlIdentifier.fromInternal("default_time_to_live");
  private static final CqlIdentifier GRACE = CqlIdentifier.fromInternal("gc_grace_seconds");

  /** The grace of the schema files, which is the default of Cassandra. */
  static final Duration USUAL_GRACE = Duration.ofDays(10);

  /**
   * The time for which Cassandra keeps hints for a node that is away, and replicas remember
   * ballots. A deletion that is forgotten earlier is undone by a node that was away for a shorter
   * time.
   */
  static final Duration LEAST_GRACE = Duration.ofHours(3);

  /** The consequences, where a deleted row that comes back is more than a row that takes space. */
  private static final Map<String, String> CONSEQUENCES =
      Map.of(
          "api_key", "a revoked key opens again",
          "namespace", "settings that were removed hold again",
          "writer_group", "writers that have ended hold the horizon up",
          "deletion", "a namespace that was deleted is deleted again",
          "purged_counter", "a counter that was purged is purged again");

  private TableRules() {}

  /** The default TTL of a table in seconds; 0 for none. */
  public static int defaultTtl(TableMetadata table) {
    return number(table, TTL);
  }

  /** The finding about a table with a default TTL, for the start and for running instances. */
  public static Finding expiring(String table, int ttl) {
    return Finding.broken(
        "default_time_to_live",
        "table %s has default_time_to_live %d: every row that is written disappears after %d s, and acknowledged events with it"
            .formatted(table, ttl, ttl),
        "execute \"ALTER TABLE %s WITH default_time_to_live = 0\"; rows written since it was set still expire (docs/runbook.md, QuipuCassandraUnsafe)"
            .formatted(table));
  }

  /**
   * The findings about the tables of Quipu.
   *
   * @param tables the names of the tables; other tables of the keyspace are ignored
   */
  public static List<Finding> findings(KeyspaceMetadata keyspace, Collection<String> tables) {
    List<Finding> found = new ArrayList<>();
    int known = 0;
    long least = Long.MAX_VALUE;
    for (String name : tables) {
      TableMetadata table = keyspace.getTable(CqlIdentifier.fromInternal(name)).orElse(null);
      if (table == null) {
        continue;
      }
      known++;
      String shown = keyspace.getName().asInternal() + "." + name;
      int ttl = defaultTtl(table);
      if (ttl != 0) {
        found.add(expiring(shown, ttl));
      }
      int grace = number(table, GRACE);
      least = Math.min(least, grace);
      if (grace < USUAL_GRACE.toSeconds()) {
        found.add(forgetful(shown, name, grace));
      }
    }
    if (found.isEmpty() && known > 0) {
      found.add(
          Finding.ok(
              "tables",
              "%d tables without a default TTL; deletions are remembered for %s"
                  .formatted(known, Durations.text(Duration.ofSeconds(least)))));
    }
    return found;
  }

  private static Finding forgetful(String shown, String name, int grace) {
    String detail =
        "table %s has gc_grace_seconds %d: unless every replica is repaired within %s of a deletion, deleted rows come back (%s)"
            .formatted(
                shown,
                grace,
                Durations.text(Duration.ofSeconds(grace)),
                CONSEQUENCES.getOrDefault(name, "they take space, and are not erased"));
    String remedy =
        "execute \"ALTER TABLE %s WITH gc_grace_seconds = %d\""
            .formatted(shown, USUAL_GRACE.toSeconds());
    return grace < LEAST_GRACE.toSeconds()
        ? Finding.broken("gc_grace_seconds", detail, remedy)
        : Finding.warning("gc_grace_seconds", detail, remedy + ", or repair so often");
  }

  /** The time for which deletions in a table are remembered. */
  static Duration grace(KeyspaceMetadata keyspace, CqlIdentifier table) {
    return keyspace
        .getTable(table)
        .map(found -> Duration.ofSeconds(number(found, GRACE)))
        .orElse(USUAL_GRACE);
  }

  private static int number(TableMetadata table, CqlIdentifier option) {
    return table.getOptions().get(option) instanceof Integer number ? number : 0;
  }
}
