package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.contract.ClosedWindowsContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraClosedWindowsIT extends ClosedWindowsContract {
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
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace), List.of());
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected ClosedWindows windows() {
    return context.owned(
        ClosedWindows.class, new CassandraClosedWindows(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void rowsAreWrittenAtTheTimeOfTheirPeriod() {
    Window window = new Window(Granularity.MINUTE, 1_800_000_060);
    WindowPartition in = WindowPartition.of(1_000_000, window);

    await(
        windows()
            .write(
                in,
                List.of(new Closed(new CounterName("votes", "timed"), window, Tally.of(1, 1)))));

    assertThat(
            cql.execute(
                    "SELECT writetime(total) FROM %s.closed_window WHERE page = ? AND granularity = 'minute' AND period = ?"
                        .formatted(keyspace),
                    in.page(),
                    Instant.ofEpochSecond(in.period()))
                .map(row -> row.getLong(0))
                .all())
        .containsExactly(in.period() * 1_000_000);
  }
}
