package io.quipu.testing.e2e;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.HandMadeStep;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.dev.KeyspaceStores;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Changes what is settled of counters without shards, as nobody should. */
final class Tampering implements AutoCloseable {
  private final KeyspaceStores keyspace;
  private final HandMadeStep step;

  Tampering(InetSocketAddress cassandra, String keyspace) {
    this.keyspace = new KeyspaceStores(RunningQuipu.environment(cassandra, keyspace));
    this.step = new HandMadeStep(this.keyspace.stores().pages(), EventTime.MIN.plusTicks(1));
  }

  /** Sets the total of a settled counter. */
  void total(CounterName counter, Tally total) {
    change(
        counter,
        state ->
            new CounterState(
                total, state.until(), state.open(), state.pending(), state.retentions()));
  }

  /** Sets the only window of a granularity, be it open or just closed. */
  void window(CounterName counter, Granularity granularity, Tally tally) {
    change(
        counter,
        state -> {
          PendingFacts pending = state.pending();
          Map<Window, Tally> closed = set(pending.closed(), granularity, tally);
          return new CounterState(
              state.total(),
              state.until(),
              set(state.open(), granularity, tally),
              new PendingFacts(pending.isNew(), pending.ids(), closed),
              state.retentions());
        });
  }

  private static Map<Window, Tally> set(
      Map<Window, Tally> windows, Granularity granularity, Tally tally) {
    Map<Window, Tally> next = new HashMap<>(windows);
    next.replaceAll((window, before) -> window.granularity() == granularity ? tally : before);
    return next;
  }

  private void change(CounterName counter, UnaryOperator<CounterState> change) {
    int page = keyspace.layout().page(counter);
    keyspace.call(
        () ->
            step.take(
                page,
                List.of(counter),
                (before, until) -> Map.of(counter, change.apply(before.of(counter)))));
  }

  @Override
  public void close() {
    keyspace.close();
  }
}
