package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Settled ids as simulated, with scripted answers. */
public final class ScriptedSettledIds implements SettledIds {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    REMEMBER,
    DELETE
  }

  /** What is asked is about a partition. */
  public final Script<Call> script = new Script<>();

  private final Layout layout;
  private final CalmCluster cluster = CalmCluster.of(1);
  private final SettledIds store = new SimulatedSettledIds(cluster.driver());
  private final Map<IdPartition, Set<CounterId>> written = new TreeMap<>();

  public ScriptedSettledIds() {
    this(TestLayout.SMALL);
  }

  public ScriptedSettledIds(Layout layout) {
    this.layout = layout;
  }

  /** Every counted row of a counter, by partition and in the order of writing. */
  public List<CountedId> stored(CounterName counter) {
    List<CountedId> all = new ArrayList<>();
    written.forEach(
        (partition, ids) ->
            found(partition, ids).stream()
                .filter(counted -> counted.counter().equals(counter))
                .forEach(counted -> all.add(counted.id())));
    return all;
  }

  private List<Counted> found(IdPartition partition, Collection<CounterId> ids) {
    List<Counted> found = new ArrayList<>();
    cluster.await(store.find(partition, ids, (counter, id) -> found.add(new Counted(counter, id))));
    return found;
  }

  /** Remembers as another settler would. */
  public void put(int page, CounterName counter, CountedId id) {
    put(IdPartition.of(layout, page, id), List.of(new Counted(counter, id)));
  }

  private void put(IdPartition partition, List<Counted> ids) {
    cluster.write(store.remember(partition, ids));
    Set<CounterId> known = written.computeIfAbsent(partition, any -> new LinkedHashSet<>());
    ids.forEach(counted -> known.add(new CounterId(counted.counter(), counted.id().id())));
  }

  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
    List<CounterId> asked = List.copyOf(ids);
    return script
        .read(Call.FIND, partition, () -> found(partition, asked))
        .thenAccept(found -> found.forEach(one -> sink.counted(one.counter(), one.id())));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
    List<Counted> sent = List.copyOf(ids);
    return script.write(Call.REMEMBER, partition, () -> put(partition, sent));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(IdPartition partition) {
    return script.write(Call.DELETE, partition, () -> cluster.write(store.delete(partition)));
  }
}
