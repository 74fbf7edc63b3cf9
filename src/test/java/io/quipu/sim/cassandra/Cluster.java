package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.sim.core.SeededRandom;
import io.quipu.sim.core.World;
import io.quipu.store.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Three Cassandra nodes that each have a copy of everything. What is written plainly lies on the
 * replicas; what is written conditionally lies in registers, which stand for Paxos.
 */
public final class Cluster {
  static final int QUORUM = 2;

  private final World world;
  private final List<Replica> replicas = List.of(new Replica(1), new Replica(2), new Replica(3));
  private final Map<Object, Register<?>> registers = new HashMap<>();

  private final Map<Partition, Long> collected = new HashMap<>();

  private final Map<CounterName, NavigableMap<Long, EventTime>> settled = new HashMap<>();

  private final List<Runnable> hints = new ArrayList<>();
  private final Set<PlainWrite> undecided = new LinkedHashSet<>();

  public Cluster(World world) {
    this.world = world;
  }

  void collected(Partition partition) {
    if (collected.putIfAbsent(partition, world.now()) == null) {
      world.trace().note("COLLECTED", partition::toString);
    }
  }

  /** The partitions whose rows were deleted, and since when. */
  public Map<Partition, Long> collected() {
    return collected;
  }

  /** A settler was told that its checkpoint is applied: a quorum has it. */
  void settled(CounterName counter, EventTime until) {
    settled
        .computeIfAbsent(counter, any -> new TreeMap<>())
        .merge(world.now(), until, EventTime::max);
  }

  /** Up to where a counter was settled for certain, that is on a quorum, before {@code nanos}. */
  public EventTime settledBefore(CounterName counter, long nanos) {
    return settled.getOrDefault(counter, new TreeMap<>()).headMap(nanos, false).values().stream()
        .max(EventTime::compareTo)
        .orElse(EventTime.MIN);
  }

  World world() {
    return world;
  }

  List<Replica> replicas() {
    return replicas;
  }

  List<Replica> up() {
    return replicas.stream().filter(Replica::up).toList();
  }

  boolean hasQuorum() {
    return up().size() >= QUORUM;
  }

  /** Two of those that are up, by chance. */
  List<Replica> anyQuorum() {
    List<Replica> some = new ArrayList<>(up());
    while (some.size() > QUORUM) {
      some.remove(world.random().below(some.size()));
    }
    return some;
  }

  /** A node stops for a while; it keeps what it has applied. */
  public void stopReplica(int index, long nanos) {
    Replica replica = replicas.get(index);
    replica.up(false);
    world.trace().note("CHAOS", () -> replica + " down for " + nanos / SeededRandom.MILLI + " ms");
    world.timeline().after(nanos, () -> startReplica(replica));
  }

  private void startReplica(Replica replica) {
    replica.up(true);
    world.trace().note("CHAOS", () -> replica + " up");
  }

  /** Starts all that are down. */
  public void startAll() {
    replicas.forEach(replica -> replica.up(true));
  }

  /** Has a replica receive later what it missed. */
  void hint(long nanos, Runnable delivery) {
    Runnable[] once = {delivery};
    Runnable deliver =
        () -> {
          Runnable todo = once[0];
          once[0] = () -> {};
          todo.run();
        };
    hints.add(deliver);
    world.timeline().after(nanos, deliver);
  }

  /** Delivers all hints that are still on their way. */
  public void deliverHints() {
    List<Runnable> due = List.copyOf(hints);
    hints.clear();
    due.forEach(Runnable::run);
  }

  /** A write that no quorum has yet. */
  void undecided(PlainWrite write) {
    undecided.add(write);
  }

  /** A quorum has a write. */
  void decided(PlainWrite write) {
    undecided.remove(write);
  }

  /**
   * Decides every write that never reached a quorum: what a single replica has of it comes to all,
   * as by the read repair of the next reader that meets it. Until then two reads one after the
   * other may differ, and both be right.
   */
  public void decideAll() {
    List<PlainWrite> writes = List.copyOf(undecided);
    undecided.clear();
    writes.forEach(PlainWrite::spread);
  }

  /** What all replicas together have of a partition. */
  Rows merged(Object key) {
    Rows merged = new Rows();
    for (Replica replica : replicas) {
      Rows rows = replica.read(key, null, null);
      merged.apply(rows.cells, rows.deletedAt);
    }
    return merged;
  }

  /** The register of a partition that is only changed conditionally. */
  @SuppressWarnings("unchecked")
  <S> Register<S> register(Object key, S initial) {
    return (Register<S>) registers.computeIfAbsent(key, any -> new Register<>(initial));
  }
}
