package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.MemberStore;
import io.quipu.store.contract.MemberStoreContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraMemberStoreIT extends MemberStoreContract {
  private static String keyspace;
  private static CqlSession cql;
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    keyspace = cassandra.reservedKeyspace();
    cql = cassandra.session();
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace));
  }

  @AfterAll
  static void close() {
    context.close();
  }

  /** It bounds what it has in flight, so it is called where it is answered. */
  @Override
  protected MemberStore members() {
    return context.owned(MemberStore.class, new CassandraMemberStore(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void aMemberGoesADayAfterItsWindow() {
    remember(List.of(in(3_600), in(86_400), in(5 * 365 * 86_400)));

    assertThat(ttl(3_600)).isBetween(3_600 + 86_400 - 60, 3_600 + 86_400);
    assertThat(ttl(86_400)).isBetween(2 * 86_400 - 60, 2 * 86_400);
    assertThat(ttl(5 * 365 * 86_400))
        .isBetween((5 * 365 + 1) * 86_400 - 60, (5 * 365 + 1) * 86_400);
  }

  @Test
  void aMemberOfALongerWindowStays() {
    remember(List.of(in(0), in(5 * 365 * 86_400 + 1), in(Integer.MAX_VALUE)));

    assertThat(ttl(0)).isNull();
    assertThat(ttl(5 * 365 * 86_400 + 1)).isNull();
    assertThat(ttl(Integer.MAX_VALUE)).isNull();
  }

  private static MemberStore.Member in(int window) {
    return new MemberStore.Member("id" + window, 1, START.timeuuid(0, 1), 1, window);
  }

  private Integer ttl(int window) {
    String id = "id" + window;
    Row row =
        cql.execute(
                "SELECT ttl(delta) FROM "
                    + keyspace
                    + ".member WHERE namespace = ? AND counter = ? AND part = ? AND id = ?",
                counter.namespace(),
                counter.name(),
                MemberParts.partOf(id),
                id)
            .one();
    return row.get(0, Integer.class);
  }
}
