package io.quipu.cassandra.findings;

import java.time.Duration;

/** The rules for the horizon, up to which all is settled, and for the time of the group. */
final class HorizonRules {
  private static final String NAME = "horizon";

  /** Longer than three leases, after which a dead writer holds the horizon up no more. */
  private static final Duration USUAL = Duration.ofSeconds(30);

  /**
   * A deletion looks for data from a day before the namespace was created, by Cassandra's clocks.
   */
  private static final Duration ERASURE = Duration.ofDays(1);

  private HorizonRules() {}

  /** Tells whether the horizon is so far behind that a second look says more. */
  static boolean isLate(Duration behind) {
    return behind.compareTo(USUAL) > 0;
  }

  /**
   * Judges the horizon.
   *
   * @param behind the clock of a node of Cassandra minus the horizon
   * @param moves whether the horizon moved between two looks; ignored if it is not late
   */
  static Finding finding(Duration behind, boolean moves) {
    String shown = Durations.text(behind);
    if (behind.compareTo(Duration.ofMinutes(1).negated()) < 0) {
      return Finding.warning(
          NAME,
          "group time is %s ahead of Cassandra's clocks: windows are off by as much"
              .formatted(shown),
          "docs/operations.md, Clocks");
    }
    if (!isLate(behind)) {
      return Finding.ok(NAME, "settled up to %s ago".formatted(shown));
    }
    if (!moves) {
      return Finding.warning(
          NAME,
          "nothing has been settled for %s: reads get slower, and nothing is lost".formatted(shown),
          "start an instance with the role checkpoint; if one runs, see QuipuHorizonStuck in"
              + " docs/runbook.md");
    }
    return behind.compareTo(ERASURE) > 0
        ? Finding.broken(
            NAME,
            "group time is %s behind Cassandra's clocks: a deletion of a namespace or counter leaves data behind"
                .formatted(shown),
            "delete nothing until the clocks are right (docs/operations.md, Clocks)")
        : Finding.warning(
            NAME,
            "the horizon moves, %s behind Cassandra's clocks: settling is slow, or group time is behind"
                .formatted(shown),
            "see QuipuBacklogGrowing in docs/runbook.md, and docs/operations.md, Clocks");
  }
}
