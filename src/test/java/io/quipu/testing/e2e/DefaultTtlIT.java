package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A default TTL on a table, with which acknowledged events would disappear. */
@EndToEnd
@Thorough
class DefaultTtlIT {
  @Test
  void nothingIsAcknowledgedMeanwhile_andNoInstanceStarts(TestCassandra cassandra) {
    String keyspace = cassandra.reservedKeyspace();
    String alter = "ALTER TABLE " + keyspace + ".event WITH default_time_to_live = ";
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra.contactPoint(), keyspace, Map.of())) {
      Api api = quipu.api(0);
      api.recordOne("default", "a").expect(201);

      cassandra.session().execute(alter + 20);

      await().until(() -> api.get("/readyz").status() == 503);
      assertThat(api.get("/readyz").text()).contains("default_time_to_live", alter + 0);
      assertThat(api.recordOne("default", "a").status()).isEqualTo(503);
      assertThatThrownBy(
              () -> RunningQuipu.start(1, cassandra.contactPoint(), keyspace, Map.of()).close())
          .isInstanceOf(CassandraUnusable.class)
          .hasMessageContaining(alter + 0);

      cassandra.session().execute(alter + 0);

      await().until(() -> api.get("/readyz").status() == 200);
      api.recordOne("default", "a").expect(201);
      assertThat(api.settled("default", "a").count()).isEqualTo(2);
    }
  }
}
