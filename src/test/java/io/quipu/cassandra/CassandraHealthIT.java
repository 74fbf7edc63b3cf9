package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.cassandra.CassandraHealth.Health;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An outage of the whole node is in {@link CassandraOutageIT}. */
@ExtendWith(CassandraExtension.class)
class CassandraHealthIT {
  private TestCassandra cassandra;
  private String keyspace;
  private CassandraSession session;
  private OwnerContext context;
  private CassandraHealth health;
  private volatile long now;

  @BeforeEach
  void open(TestCassandra cassandra) {
    this.cassandra = cassandra;
    keyspace = cassandra.reservedKeyspace();
    context = new OwnerContext();
    session =
        TestSessions.unguarded(context, TestSessions.config(cassandra.contactPoint(), keyspace));
    health = new CassandraHealth(session, context.context(), clock());
  }

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void asksNodesNowAndThen_whetherAQuorumIsUp() {
    Health well = context.call(health::check);
    assertThat(well.ok()).isTrue();
    TestSessions.replicate(cassandra, keyspace, 3);

    now = Duration.ofMillis(CassandraHealth.CACHED_MILLIS).toNanos() - 1;
    assertThat(context.call(health::check)).as("remembered").isSameAs(well);
    now = Duration.ofMillis(CassandraHealth.CACHED_MILLIS).toNanos();
    await().until(() -> session.replication().quorum() == 2);
    Health found = context.call(health::check);
    assertThat(found.ok()).isFalse();
    assertThat(found.detail()).isEqualTo("nodes up: 1, needed for a quorum: 2");
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public long monotonicNanos() {
        return now;
      }

      @Override
      public EventTime wall() {
        return EventTime.MIN;
      }
    };
  }
}
