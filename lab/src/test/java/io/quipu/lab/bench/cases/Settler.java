package io.quipu.lab.bench.cases;

import io.quipu.engine.checkpoint.AllPages;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.lab.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The service's own settlers over a keyspace that no instance serves. They run in this process:
 * that a service surrounds them would only blur what is compared.
 */
final class Settler implements AutoCloseable {
  static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private final KeyspaceStores keyspace;
  private final RowWriter rows;
  private final AllPages pages;

  Settler(Servers servers, String keyspaceName) {
    keyspace = new KeyspaceStores(servers.variables(keyspaceName));
    rows = new RowWriter(keyspace);
    pages =
        new AllPages(
            keyspace.stores(),
            keyspace.layout(),
            TestRows.plenty(),
            Clock.system(),
            keyspace.scheduler(),
            START);
  }

  void record(Map<CounterName, List<EventRow>> some) {
    rows.write(some);
  }

  /** Settles all that was recorded before {@code horizon}, on all pages. */
  void settle(EventTime horizon) {
    keyspace.call(() -> pages.settle(horizon));
  }

  /** The settled events of a counter. */
  long settled(CounterName counter) {
    int page = keyspace.layout().page(counter);
    return keyspace
        .call(() -> keyspace.stores().pages().readSerial(page, List.of(counter)))
        .of(counter)
        .total()
        .events();
  }

  @Override
  public void close() {
    keyspace.close();
  }
}
