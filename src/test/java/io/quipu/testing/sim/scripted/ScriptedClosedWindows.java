package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Closed windows as simulated, with scripted answers. */
public final class ScriptedClosedWindows implements ClosedWindows {
  /** What may be asked of it. */
  public enum Call {
    WRITE,
    READ,
    WRITE_SUPPLEMENTS,
    READ_SUPPLEMENTS,
    DELETE,
    DELETED,
    NOTE_DELETED
  }

  /** What is written is about a partition, what is read about a page. */
  public final Script<Call> script = new Script<>();

  private final CalmCluster cluster = CalmCluster.of(1);
  private final ClosedWindows store = new SimulatedClosedWindows(cluster.driver());
  private final List<Written> written = new ArrayList<>();

  private record Written(int page, Closed closed) {}

  /** Every closed window of a counter. */
  public Map<Window, Tally> stored(CounterName counter) {
    Map<Window, Tally> all = new TreeMap<>();
    for (Written one : written) {
      if (one.closed.counter().equals(counter)) {
        Window window = one.closed.window();
        all.putAll(cluster.await(store.read(one.page, counter, window, window)));
      }
    }
    return all;
  }

  /** Those of one granularity. */
  public Map<Window, Tally> stored(CounterName counter, Granularity granularity) {
    Map<Window, Tally> some = stored(counter);
    some.keySet().removeIf(window -> window.granularity() != granularity);
    return some;
  }

  /** Writes as another settler would. */
  public void put(int page, CounterName counter, Window window, Tally tally) {
    put(Table.CLOSED.of(page, window), List.of(new Closed(counter, window, tally)));
  }

  private void put(WindowPartition partition, List<Closed> windows) {
    cluster.write(store.write(partition, windows));
    windows.forEach(closed -> written.add(new Written(partition.page(), closed)));
  }

  @Override
  public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows) {
    List<Closed> sent = List.copyOf(windows);
    return script.write(Call.WRITE, partition, () -> put(partition, sent));
  }

  @Override
  public CompletionStage<WriteOutcome> writeSupplements(
      WindowPartition partition, List<Supplement> supplements) {
    List<Supplement> sent = List.copyOf(supplements);
    return script.write(
        Call.WRITE_SUPPLEMENTS,
        partition,
        () -> cluster.write(store.writeSupplements(partition, sent)));
  }

  @Override
  public CompletionStage<Void> readSupplements(
      int page, CounterName counter, Window first, Window last, SupplementSink sink) {
    return script.read(
        Call.READ_SUPPLEMENTS,
        page,
        () -> cluster.await(store.readSupplements(page, counter, first, last, sink)));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(WindowPartition partition, String namespace) {
    return script.write(
        Call.DELETE, partition, () -> cluster.write(store.delete(partition, namespace)));
  }

  @Override
  public CompletionStage<Map<EndedWindows, Long>> deleted(int page) {
    return script.read(Call.DELETED, page, () -> cluster.await(store.deleted(page)));
  }

  @Override
  public CompletionStage<WriteOutcome> noteDeleted(int page, EndedWindows windows, long second) {
    return script.write(
        Call.NOTE_DELETED, page, () -> cluster.write(store.noteDeleted(page, windows, second)));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last) {
    return script.read(
        Call.READ, page, () -> cluster.await(store.read(page, counter, first, last)));
  }
}
