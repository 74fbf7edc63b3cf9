package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A keyspace that is altered while an instance runs: it stops counting and says what to do. The
 * change asks no more of the one node that there is, so nothing else would stop it.
 */
@Thorough
@EndToEnd
class ReplicationChangeIT {
  private static final String KEYSPACE = "replication_change";

  /** Else the end of a lease would stop it, too. */
  private static final Map<String, String> LIVE_LONG = Map.of("QUIPU_LEASE", "60s");

  @Test
  void stopsAnInstance_untilTheReplicasAreSaidToBeWhole(TestCassandra cassandra) {
    cassandra.session().execute("DROP KEYSPACE IF EXISTS " + KEYSPACE);
    try (RunningQuipu quipu = start(cassandra)) {
      Api api = quipu.api(0);
      api.record("default", "a", "{\"id\": \"1\"}").expect(201);
      api.get("/readyz").expect(200);

      alter(cassandra, "'class': 'SimpleStrategy', 'replication_factor': 1");

      assertStopped(api);
      alter(cassandra, "'class': 'NetworkTopologyStrategy', 'datacenter1': 1");
      assertStopped(api);
    }
    try (RunningQuipu quipu = start(cassandra)) {
      assertThat(quipu.api(0).count("default", "a").count()).isEqualTo(1);
    } finally {
      cassandra.session().execute("DROP KEYSPACE " + KEYSPACE);
    }
  }

  private static void assertStopped(Api api) {
    Answer ready =
        await("an instance that is not ready")
            .until(() -> api.get("/readyz"), answer -> answer.status() == 503);
    assertThat(ready.text())
        .contains(
            "keyspace replication_change is replicated as",
            "nodetool repair --full replication_change",
            "docs/deploy.md");
    for (String body : List.of("{\"id\": \"1\"}", "{\"id\": \"2\"}")) {
      api.record("default", "a", body).expect(503);
    }
    api.get(Api.path("default", "a")).expect(503);
    api.get("/livez").expect(200);
  }

  private static RunningQuipu start(TestCassandra cassandra) {
    return RunningQuipu.start(1, cassandra.contactPoint(), KEYSPACE, LIVE_LONG);
  }

  private static void alter(TestCassandra cassandra, String replication) {
    cassandra
        .session()
        .execute("ALTER KEYSPACE " + KEYSPACE + " WITH replication = {" + replication + "}");
  }
}
