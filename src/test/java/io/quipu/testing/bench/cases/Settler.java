package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.checkpoint.AllPages;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.store.EventRow;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.time.Clock;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import io.quipu.testing.dev.TestCassandra;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The service's own settlers over a keyspace that no instance serves, and the driver next to them.
 * They run in this process: that a service surrounds them would only blur what is compared.
 */
final class Settler implements AutoCloseable {
  static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  static final int AT_ONCE = AllPages.AT_ONCE;

  private final KeyspaceStores keyspace;
  private final CqlSession driver;
  private final RowWriter rows;
  private final AllPages pages;

  Settler(Servers servers, String keyspaceName) {
    keyspace = new KeyspaceStores(servers.variables(keyspaceName));
    driver =
        CqlSession.builder()
            .addContactPoint(servers.cassandra().address())
            .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
            .withKeyspace(keyspaceName)
            .build();
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

  CqlSession driver() {
    return driver;
  }

  Layout layout() {
    return keyspace.layout();
  }

  void record(Map<CounterName, List<EventRow>> some) {
    rows.write(some);
  }

  /** Settles all that was recorded before {@code horizon}, on all pages. */
  void settle(EventTime horizon) {
    keyspace.call(() -> pages.settle(horizon));
  }

  /** How many events of a counter are settled. */
  long settled(CounterName counter) {
    int page = layout().page(counter);
    return keyspace
        .call(() -> keyspace.stores().pages().readSerial(page, List.of(counter)))
        .of(counter)
        .total()
        .events();
  }

  /** Does each piece of work, as many at a time as the service settles pages. */
  static void all(Iterable<Supplier<CompletionStage<?>>> work) {
    ArrayDeque<CompletionStage<?>> inFlight = new ArrayDeque<>();
    for (var piece : work) {
      inFlight.add(piece.get());
      if (inFlight.size() >= AT_ONCE) {
        inFlight.remove().toCompletableFuture().join();
      }
    }
    inFlight.forEach(stage -> stage.toCompletableFuture().join());
  }

  static double seconds(Runnable work) {
    long started = System.nanoTime();
    work.run();
    return (System.nanoTime() - started) / 1e9;
  }

  @Override
  public void close() {
    driver.close();
    keyspace.close();
  }
}
