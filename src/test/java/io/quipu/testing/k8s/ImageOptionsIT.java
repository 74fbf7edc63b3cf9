package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cassandra takes what the image is given, whatever the cassandra.yaml of the image says. */
@Thorough
class ImageOptionsIT {
  /** As in the image. */
  private static final Map<String, String> YAML =
      Map.of(
          "commitlog_sync", "periodic",
          "commitlog_sync_period", "10000ms",
          "paxos_variant", "v1");

  @Test
  void acknowledgesNothingBeforeItIsOnTheDisk() {
    CassandraOptions options =
        CassandraOptions.named("image").fromEmpty().with(YAML).withJvm(ImageOptions.ofCompose());
    try (CassandraProcess cassandra = CassandraProcess.start(options);
        CqlSession session = TestCassandra.connect(cassandra.address())) {
      assertThat(setting(session, "commitlog_sync")).isEqualTo("batch");
      assertThat(setting(session, "paxos_variant")).isEqualTo("v2");
    }
  }

  private static String setting(CqlSession session, String name) {
    return session
        .execute("SELECT value FROM system_views.settings WHERE name = ?", name)
        .one()
        .getString(0);
  }
}
