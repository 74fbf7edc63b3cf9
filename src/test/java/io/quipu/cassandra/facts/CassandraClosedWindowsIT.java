package io.quipu.cassandra.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.contract.ClosedWindowsContract;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraClosedWindowsIT extends ClosedWindowsContract {
  private final StoreSession stores;

  CassandraClosedWindowsIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected ClosedWindows windows() {
    return stores.owned(ClosedWindows.class, CassandraClosedWindows::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void rowsAreWrittenAtTheTimeOfTheirPeriod() {
    Window window = new Window(Granularity.MINUTE, 1_800_000_060);
    WindowPartition in = Table.CLOSED.of(1_000_000, window);

    await(
        windows()
            .write(
                in,
                List.of(new Closed(new CounterName("votes", "timed"), window, Tally.of(1, 1)))));

    assertThat(
            stores
                .cql
                .execute(
                    "SELECT writetime(total) FROM %s.closed_window WHERE page = ? AND granularity = 'minute' AND period = ?"
                        .formatted(stores.keyspace),
                    in.page(),
                    Instant.ofEpochSecond(in.period()))
                .map(row -> row.getLong(0))
                .all())
        .containsExactly(in.period() * 1_000_000);
  }
}
