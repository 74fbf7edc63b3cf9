package io.quipu.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cassandra.CassandraSession;
import io.quipu.cassandra.OwnerContext;
import io.quipu.cassandra.TestSessions;
import io.quipu.counter.CounterName;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraLinearStoreIT extends LinearStoreContract {
  private static CqlSession cql;
  private static String keyspace;
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    cql = cassandra.session();
    keyspace = cassandra.reservedKeyspace();
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace));
    session.prepare(CassandraLinearStore.STATEMENTS);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected LinearStore linear() {
    return context.owned(LinearStore.class, new CassandraLinearStore(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void aStateThatCannotBeReadIsADefect_neverTakenForZero() {
    for (String broken : List.of("at = null", "applied = null", "applied = 0x02")) {
      CounterName counter = new CounterName("stock", broken);
      set(
          broken,
          "version = 1, count = 1, events = 1, ids = 0, at = now(), applied = 0x0100",
          null);
      assertThat(await(linear().read(counter)).version()).isEqualTo(1);
      set(broken, broken, 1);
      for (var read : List.of(linear().read(counter), linear().readSerial(counter))) {
        assertThatThrownBy(() -> await(read)).isInstanceOf(IllegalStateException.class);
      }
    }
    assertThat(await(linear().read(new CounterName("stock", "never"))).version()).isZero();
  }

  private static void set(String counter, String assignments, Integer version) {
    cql.execute(
        ("UPDATE %s.linear SET %s WHERE namespace = 'stock' AND counter = '%s'"
                + " AND part = 0 AND id = '' IF version = %d")
            .formatted(keyspace, assignments, counter, version));
  }
}
