package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The doctor and the start over a node whose settings are wrong, one after the other. */
@Thorough
class DoctorOfNodesIT {
  private static final String KEYSPACE = "quipu";
  private static CassandraProcess cassandra;
  private static NodeAdministration node;

  @BeforeAll
  static void start() throws Exception {
    int port = FreePort.on("127.0.0.1");
    cassandra =
        CassandraProcess.start(
            CassandraOptions.named("DoctorOfNodesIT")
                .fromEmpty()
                .compiledQuickly()
                .with(
                    Map.of(
                        "allow_filtering_enabled", "false",
                        "commitlog_sync", "periodic",
                        "commitlog_sync_period", "10s",
                        "disk_failure_policy", "best_effort"))
                .withJvm(List.of(NodeAdministration.listening(port))));
    node = new NodeAdministration(port);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    cassandra.close();
  }

  private static RunningQuipu instance() {
    return RunningQuipu.start(1, cassandra.address(), KEYSPACE, Map.of());
  }

  private static DoctorRun doctor() {
    return DoctorRun.of(DoctorRun.environment(cassandra.address(), KEYSPACE));
  }

  @Test
  void isToldOfEachSetting_andRefusesWhatBreaksAGuarantee() throws Exception {
    try (RunningQuipu quipu = instance()) {
      Api api = quipu.api(0);
      api.createNamespace("shown", "{\"kind\": \"event\", \"metrics\": [\"a\"]}");
      api.recordOne("shown", "a").expect(201);
      api.createNamespace("sketches", "{\"kind\": \"sketch\", \"state\": \"sum\"}");
      api.record("sketches", "a", "{\"value\": 2}").expect(201);
      assertThat(api.meter("quipu_cassandra_findings{status=\"warning\"}")).isEqualTo(2);

      DoctorRun live = doctor();
      assertThat(live.line("horizon")).startsWith("ok").contains("settled up to");
      assertThat(live.line("guardrails")).as("nothing of Quipu filters").startsWith("ok");
      assertThat(live.line("commitlog_sync")).startsWith("warning").contains("up to 10s");
      assertThat(live.line("disk_failure_policy")).startsWith("warning").contains("best_effort");
      assertThat(live.code()).as(live.text()).isEqualTo(3);
    }

    for (String setter : List.of("setMaximumTimestampThreshold", "setMinimumTimestampThreshold")) {
      node.boundTimestamps(setter, "30d");
      assertRefused(setter.toLowerCase(java.util.Locale.ROOT).substring(3, 10) + "_timestamp");
      node.boundTimestamps(setter, null);
    }
    node.set("Guardrails", "UserTimestampsEnabled", false);
    assertRefused("user_timestamps_enabled");
    node.set("Guardrails", "UserTimestampsEnabled", true);
    node.set("Guardrails", "ReadConsistencyLevelsDisallowed", Set.of("SERIAL"));
    assertRefused("read_consistency_levels_disallowed");
    node.set("Guardrails", "ReadConsistencyLevelsDisallowed", Set.of());
    node.set("StorageProxy", "PaxosVariant", "v2_without_linearizable_reads");
    assertRefused("paxos_variant");
    node.set("StorageProxy", "PaxosVariant", "v2");

    instance().close();
  }

  private static void assertRefused(String setting) {
    DoctorRun run = doctor();
    assertThat(run.code()).as(run.text()).isEqualTo(1);
    assertThat(run.text().lines().filter(line -> line.startsWith("broken")))
        .singleElement()
        .asString()
        .contains(setting, "cassandra.yaml");
    assertThatThrownBy(() -> instance().close())
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining(setting)
        .hasMessageContaining("cassandra.yaml");
  }
}
