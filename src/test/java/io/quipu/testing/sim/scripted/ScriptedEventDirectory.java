package io.quipu.testing.sim.scripted;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The directory of event partitions as simulated, with scripted answers. */
public final class ScriptedEventDirectory implements EventDirectory {
  /** What may be asked of it. */
  public enum Call {
    NAME_PARTITION,
    NAME_HOUR,
    LOOK,
    FORGET_PARTITION,
    FORGET_HOUR
  }

  private static final long EVER = 0;

  /** What is asked is about a part. */
  public final Script<Call> script = new Script<>();

  private final CalmCluster cluster = CalmCluster.of(1);
  private final EventDirectory store = new SimulatedEventDirectory(cluster.driver());

  /** Whether readers find a partition. */
  public boolean isNamed(EventPartition partition) {
    return named(partition.part(), partition.hour()).contains(partition)
        && hours(partition.part()).contains(Hour.of(partition));
  }

  /** The named partitions of a part and an hour, whether that is named or not. */
  public List<EventPartition> named(int part, long hour) {
    return List.copyOf(cluster.await(store.look(part, List.of(hour), EVER)).partitions());
  }

  /** The named hours of a part. */
  public List<Hour> hours(int part) {
    return List.copyOf(cluster.await(store.look(part, List.of(), EVER)).hours());
  }

  /** Names a partition and its hour as another writer would. */
  public void nameNow(EventPartition partition) {
    cluster.write(store.name(partition));
    cluster.write(store.name(Hour.of(partition)));
  }

  @Override
  public CompletionStage<WriteOutcome> name(EventPartition partition) {
    return script.write(
        Call.NAME_PARTITION, partition.part(), () -> cluster.write(store.name(partition)));
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    return script.write(Call.NAME_HOUR, hour.part(), () -> cluster.write(store.name(hour)));
  }

  @Override
  public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
    return script.read(Call.LOOK, part, () -> cluster.await(store.look(part, hours, from)));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    return script.write(
        Call.FORGET_PARTITION, partition.part(), () -> cluster.write(store.forget(partition)));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    return script.write(Call.FORGET_HOUR, hour.part(), () -> cluster.write(store.forget(hour)));
  }
}
