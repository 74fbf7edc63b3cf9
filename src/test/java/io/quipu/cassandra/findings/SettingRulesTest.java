package io.quipu.cassandra.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.findings.Finding.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingRulesTest {
  private static final SettingRules RULES = new SettingRules(3, "QUORUM", "SERIAL");
  private static final Map<String, String> GOOD =
      Map.of(
          "commitlog_sync", "batch",
          "commitlog_sync_period", "0ms",
          "paxos_variant", "v2",
          "paxos_state_purging", "repaired",
          "disk_failure_policy", "stop",
          "commit_failure_policy", "die",
          "maximum_timestamp_fail_threshold", "",
          "user_timestamps_enabled", "true",
          "allow_filtering_enabled", "false",
          "read_consistency_levels_disallowed", "[]");

  @Test
  void everySettingOfADurableClusterIsFine_alsoThatNothingMayFilter() {
    assertThat(RULES.findings(nodes(GOOD, GOOD)))
        .allSatisfy(finding -> assertThat(finding.status()).isEqualTo(Status.OK))
        .extracting(Finding::name)
        .containsExactly("commitlog_sync", "paxos_variant", "guardrails");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "commitlog_sync | periodic | WARNING | if two nodes lose power together",
        "commitlog_sync | group | OK | group: writes are on the disk",
        "paxos_variant | v2_without_linearizable_reads | BROKEN | serial reads may miss",
        "disk_failure_policy | best_effort | WARNING | still answers",
        "commit_failure_policy | ignore | WARNING | still answers",
        "maximum_timestamp_fail_threshold | 1d | BROKEN | kind sketch are not recorded",
        "minimum_timestamp_fail_threshold | 30d | BROKEN | kind sketch are not recorded",
        "user_timestamps_enabled | false | BROKEN | kind sketch are not recorded",
        "read_consistency_levels_disallowed | [ANY, SERIAL] | BROKEN | refuses the reads",
        "write_consistency_levels_disallowed | [QUORUM] | BROKEN | refuses the reads or writes",
        "write_consistency_levels_disallowed | [LOCAL_QUORUM] | OK |",
        "skip_paxos_repair_on_topology_change | true | WARNING | may be lost",
        "paxos_repair_enabled | false | WARNING | a replaced node may lose some",
      })
  void namesTheSettingItsNodeAndTheRemedy(String name, String value, Status status, String words) {
    Map<String, String> changed = new HashMap<>(GOOD);
    changed.put(name, value);

    List<Finding> found = RULES.findings(nodes(changed, changed));
    assertThat(Finding.worst(found)).isEqualTo(status);
    if (status != Status.OK) {
      Finding finding = found.stream().filter(each -> each.is(status)).findFirst().orElseThrow();
      assertThat(finding.detail()).contains(words, value);
      assertThat(finding.remedy()).contains("cassandra.yaml");

      Finding ofOne =
          RULES.findings(nodes(GOOD, changed)).stream()
              .filter(each -> each.is(status))
              .findFirst()
              .orElseThrow();
      assertThat(ofOne.detail()).contains(" on 127.0.0.2").doesNotContain("127.0.0.1");
    }
  }

  @Test
  void saysThatOneReplicaLosesMore() {
    Map<String, String> periodic = new HashMap<>(GOOD);
    periodic.put("commitlog_sync", "periodic");
    periodic.put("commitlog_sync_period", "10s");
    assertThat(new SettingRules(1, "QUORUM", "SERIAL").findings(nodes(periodic)).get(0).detail())
        .contains("up to 10s", "acknowledged events are lost if a node loses power");
  }

  @Test
  void nodesWithDifferentPaxosAreAWarning() {
    Map<String, String> v1 = new HashMap<>(GOOD);
    v1.put("paxos_variant", "v1");
    assertThat(RULES.findings(nodes(GOOD, v1)))
        .filteredOn(each -> each.is(Status.WARNING))
        .singleElement()
        .extracting(Finding::detail)
        .asString()
        .contains("v1 on 127.0.0.2", "v2 on 127.0.0.1");
  }

  @SafeVarargs
  private static NodeSettings nodes(Map<String, String>... all) {
    Map<String, Map<String, String>> byNode = new TreeMap<>();
    for (Map<String, String> settings : all) {
      byNode.put("127.0.0." + (byNode.size() + 1) + ":9042", settings);
    }
    return new NodeSettings(byNode);
  }
}
