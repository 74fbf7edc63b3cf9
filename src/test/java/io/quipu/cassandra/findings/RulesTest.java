package io.quipu.cassandra.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.findings.Finding.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of the doctor, each at its bounds. */
class RulesTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

  @Test
  void aMigrationOfALaterVersionIsBroken_andOneThatIsMissingAWarning() {
    MigrationRules rules = new MigrationRules(Map.of("001", "a", "002", "b"));
    assertThat(rules.findings("quipu", Map.of("001", "a", "002", "b")))
        .singleElement()
        .matches(finding -> finding.is(Status.OK));
    assertThat(rules.findings("quipu", Map.of("001", "a", "002", "b", "003", "c")))
        .singleElement()
        .matches(finding -> finding.is(Status.BROKEN))
        .matches(finding -> finding.line().contains("003"));
    assertThat(rules.findings("quipu", Map.of("001", "a")))
        .singleElement()
        .matches(finding -> finding.is(Status.WARNING))
        .matches(finding -> finding.line().contains("002"));
    assertThat(rules.findings("quipu", Map.of("001", "a", "002", "x")))
        .singleElement()
        .matches(finding -> finding.is(Status.BROKEN));
  }

  @Test
  void aRepairThatIsOlderThanTheGraceIsAWarning() {
    Duration grace = Duration.ofDays(10);
    Optional<Instant> fresh = Optional.of(NOW.minus(Duration.ofDays(9)));
    Optional<Instant> old = Optional.of(NOW.minus(Duration.ofDays(11)));
    assertThat(
            RepairRules.finding("quipu", Map.of("page", fresh, "event", fresh), grace, NOW)
                .status())
        .isEqualTo(Status.OK);
    Finding late = RepairRules.finding("quipu", Map.of("page", fresh, "event", old), grace, NOW);
    assertThat(late.status()).isEqualTo(Status.WARNING);
    assertThat(late.detail()).contains("tables event", "a revoked key may open again");
    assertThat(late.remedy()).contains("nodetool repair -pr quipu");
    assertThat(RepairRules.finding("quipu", Map.of("page", Optional.empty()), grace, NOW).detail())
        .contains("all tables");
  }

  @Test
  void aHorizonThatMovesADayBehindBreaksErasure() {
    assertThat(HorizonRules.finding(Duration.ofSeconds(20), true).status()).isEqualTo(Status.OK);
    assertThat(HorizonRules.finding(Duration.ofDays(9), false).status())
        .as("nobody settles")
        .isEqualTo(Status.WARNING);
    assertThat(HorizonRules.finding(Duration.ofHours(23), true).status()).isEqualTo(Status.WARNING);
    assertThat(HorizonRules.finding(Duration.ofHours(25), true).status()).isEqualTo(Status.BROKEN);
    assertThat(HorizonRules.finding(Duration.ofHours(-25), true).status())
        .as("only windows are off")
        .isEqualTo(Status.WARNING);
  }

  @Test
  void clocksMayDifferByWhatReplicasRemember() {
    ClockRules legacy = clocks("legacy");
    ClockRules repaired = clocks("repaired");
    Map<String, Duration> apart =
        Map.of("a", Duration.ofHours(-2), "b", Duration.ofHours(1).plusSeconds(1));
    assertThat(legacy.findings(apart).status()).isEqualTo(Status.BROKEN);
    assertThat(repaired.findings(apart).status()).isEqualTo(Status.WARNING);
    assertThat(legacy.findings(Map.of("a", Duration.ZERO, "b", Duration.ofSeconds(31))).status())
        .isEqualTo(Status.WARNING);
    assertThat(legacy.findings(Map.of("a", Duration.ofHours(9))).status())
        .as("one node agrees with itself")
        .isEqualTo(Status.OK);
  }

  private static ClockRules clocks(String purging) {
    return ClockRules.of(new NodeSettings(Map.of("a", Map.of("paxos_state_purging", purging))));
  }

  @Test
  void nodesThatAreAwayOrJoinAreWarnings() {
    assertThat(RingRules.findings(3, Set.of(), Map.of("a", "NORMAL,7", "b", "LEFT,8,9")))
        .singleElement()
        .matches(finding -> finding.is(Status.OK));
    assertThat(RingRules.findings(3, Set.of("c"), Map.of("a", "BOOT,7")))
        .allMatch(finding -> finding.is(Status.WARNING))
        .extracting(Finding::detail)
        .satisfiesExactly(
            away -> assertThat(away).contains("1 of 3 nodes did not answer: c"),
            joins -> assertThat(joins).contains("a (BOOT)"));
  }

  @Test
  void aLargePartitionIsAWarningThatSaysHowToBoundIt() {
    assertThat(PartitionRules.sizes(Map.of("standing", 100L, "page", 3L)))
        .singleElement()
        .matches(finding -> finding.is(Status.OK));
    assertThat(PartitionRules.sizes(Map.of("standing", 101L, "page", 1_001L)))
        .allMatch(finding -> finding.is(Status.WARNING))
        .extracting(Finding::line)
        .anyMatch(line -> line.contains("table standing has 101 MiB") && line.contains("purge"))
        .anyMatch(line -> line.contains("table page has 1001 MiB") && line.contains("may fail"));
  }
}
