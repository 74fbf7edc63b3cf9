package io.quipu.cassandra.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The rule for repairs: every token of every table within the grace of deletions. */
final class RepairRules {
  private static final String NAME = "repair";

  private RepairRules() {}

  /**
   * Judges the last repairs.
   *
   * @param since since when each table is repaired completely; empty for a table that is not
   */
  static Finding finding(
      String keyspace, Map<String, Optional<Instant>> since, Duration grace, Instant now) {
    Instant needed = now.minus(grace);
    TreeSet<String> late = new TreeSet<>();
    Instant oldest = now;
    for (Map.Entry<String, Optional<Instant>> table : since.entrySet()) {
      Optional<Instant> last = table.getValue();
      if (last.isEmpty() || last.get().isBefore(needed)) {
        late.add(table.getKey());
      } else if (last.get().isBefore(oldest)) {
        oldest = last.get();
      }
    }
    if (late.isEmpty()) {
      return Finding.ok(
          NAME,
          "all tables were repaired within the last "
              + Durations.text(Duration.between(oldest, now)));
    }
    String tables =
        late.size() == since.size() ? "all tables" : "tables " + String.join(", ", late);
    return Finding.warning(
        NAME,
        "no repair of %s covered all tokens within %s: what was deleted may come back, a revoked key may open again"
            .formatted(tables, Durations.text(grace)),
        "execute \"nodetool repair -pr %s\" on each node, once in %s at least"
            .formatted(keyspace, Durations.text(grace)));
  }
}
