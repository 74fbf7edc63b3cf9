package io.quipu.testing.sim.cassandra;

import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Three Cassandra nodes that each have a copy of everything. What is written plainly lies on the
 * replicas; what is written conditionally is decided by rows that stand for Paxos first.
 */
public final class Cluster {
  /** Over so many token ranges partitions are spread; each can lose its quorum by itself. */
  public static final int RANGES = 16;

  static final int QUORUM = 2;

  private final World world;
  private final NodeCare care;
  private final long[] clocks = new long[3];
  private final List<Replica> replicas = List.of(new Replica(1), new Replica(2), new Replica(3));
  private final List<Outage> outages = new ArrayList<>();
  private final Map<Object, PaxosRows> paxosRows = new HashMap<>();

  private final Map<EventPartition, Long> collected = new TreeMap<>();

  private final Map<Integer, NavigableMap<Long, EventTime>> settled = new HashMap<>();

  private final CrashPoints crashPoints = new CrashPoints();
  private final Map<Integer, Machine> settlers = new HashMap<>();

  private final List<Runnable> hints = new ArrayList<>();
  private final Set<PlainWrite> undecided = new LinkedHashSet<>();

  public Cluster(World world) {
    this(world, NodeCare.NO_LOSS);
  }

  public Cluster(World world, NodeCare care) {
    this.world = world;
    this.care = care;
    for (int node = 0; node < clocks.length; node++) {
      clocks[node] = world.aside().between(0, care.clocksApart() + 1);
    }
  }

  /** Where processes may end. */
  public CrashPoints crashPoints() {
    return crashPoints;
  }

  NodeCare care() {
    return care;
  }

  /** What the clock of a coordinator says, of any node. */
  long clock() {
    return world.now() + clocks[world.aside().below(clocks.length)];
  }

  /** Partitions that some replicas do not serve. */
  private record Outage(String what, Predicate<Object> of, List<Replica> missing) {
    boolean concerns(Replica replica, Object key) {
      return missing.contains(replica) && of.test(key);
    }

    @Override
    public String toString() {
      return what + " served by none of " + missing;
    }
  }

  void collected(EventPartition partition) {
    if (collected.putIfAbsent(partition, world.now()) == null) {
      world.met().used(Ability.RETENTION);
      world.trace().note("COLLECTED", partition::toString);
    }
  }

  /** The partitions whose rows were deleted, and since when. */
  public Map<EventPartition, Long> collected() {
    return collected;
  }

  /** A settler was told that its step is applied: a quorum has it. */
  void settled(int page, EventTime until, Machine by) {
    Machine before = settlers.put(page, by);
    if (before != null && before != by) {
      world.met().struck(Mishap.TAKEOVER);
    }
    settled.computeIfAbsent(page, any -> new TreeMap<>()).merge(world.now(), until, EventTime::max);
  }

  /** Up to where a page was settled for certain, that is on a quorum, before {@code nanos}. */
  public EventTime settledBefore(int page, long nanos) {
    return settled.getOrDefault(page, new TreeMap<>()).headMap(nanos, false).values().stream()
        .max(EventTime::compareTo)
        .orElse(EventTime.MIN);
  }

  World world() {
    return world;
  }

  List<Replica> replicas() {
    return replicas;
  }

  /** In which of the {@link #RANGES} token ranges a partition lies. */
  static int rangeOf(Object key) {
    int hash = key.toString().hashCode() * 0x9e3779b9;
    return (hash ^ hash >>> 16) & RANGES - 1;
  }

  /** Whether a replica serves a partition at the moment. */
  boolean serves(Replica replica, Object key) {
    if (!replica.up()) {
      return false;
    }
    for (Outage outage : outages) {
      if (outage.concerns(replica, key)) {
        return false;
      }
    }
    return true;
  }

  /** Loops, as each read and write asks this. */
  private List<Replica> serving(Object key) {
    List<Replica> serving = new ArrayList<>(replicas.size());
    for (Replica replica : replicas) {
      if (serves(replica, key)) {
        serving.add(replica);
      }
    }
    return serving;
  }

  boolean hasQuorum(Object key) {
    boolean has = serving(key).size() >= QUORUM;
    if (!has && replicas.stream().filter(Replica::up).count() >= QUORUM) {
      world.met().struck(Mishap.ONE_ROW);
    }
    return has;
  }

  /** Two of those that serve a partition, by chance. */
  List<Replica> anyQuorum(Object key) {
    List<Replica> some = serving(key);
    while (some.size() > QUORUM) {
      some.remove(world.random().below(some.size()));
    }
    return some;
  }

  /** The first two that serve it. */
  List<Replica> firstQuorum(Object key) {
    return serving(key).subList(0, QUORUM);
  }

  /** Whether a replica serves all partitions. */
  boolean servesAll(Replica replica) {
    return replica.up() && outages.stream().noneMatch(outage -> outage.missing.contains(replica));
  }

  /**
   * A node is lost with all that it has, and replaced; not while another one is, as a majority is
   * all that is promised.
   */
  public void replaceReplica(int index, long away) {
    if (replicas.stream().noneMatch(Replica::lost)) {
      new Replacement(this, replicas.get(index)).begin(away);
    }
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

  /** Some partitions lose their quorum for a while: a single replica serves them. */
  public void loseQuorum(int range, long nanos) {
    loseQuorum("range " + range, key -> rangeOf(key) == range, nanos);
  }

  /**
   * One partition, or all of one table, loses its quorum for a while, and nothing else does: it may
   * be read and written by nobody.
   *
   * @param number of the partition; counts on where there are not so many
   */
  public void loseOne(int number, boolean wholeTable, long nanos) {
    Set<Object> keys = new HashSet<>(paxosRows.keySet());
    replicas.forEach(replica -> keys.addAll(replica.keys()));
    List<Object> all =
        keys.stream()
            .sorted(
                Comparator.comparing((Object key) -> key.getClass().getSimpleName())
                    .thenComparing(Object::toString))
            .toList();
    if (all.isEmpty()) {
      return;
    }
    if (wholeTable) {
      List<? extends Class<?>> tables = all.stream().map(Object::getClass).distinct().toList();
      Class<?> table = tables.get(number % tables.size());
      loseQuorum(table.getSimpleName(), table::isInstance, nanos);
    } else {
      Object one = all.get(number % all.size());
      loseQuorum(one.toString(), one::equals, nanos);
    }
  }

  private void loseQuorum(String what, Predicate<Object> of, long nanos) {
    List<Replica> missing = new ArrayList<>(replicas);
    missing.remove(world.random().below(missing.size()));
    Outage outage = new Outage(what, of, missing);
    outages.add(outage);
    world.trace().note("CHAOS", () -> outage + " for " + nanos / SeededRandom.MILLI + " ms");
    world.timeline().after(nanos, () -> outages.remove(outage));
  }

  /** Starts all that are down. */
  public void startAll() {
    replicas.forEach(replica -> replica.up(true));
    outages.clear();
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
   * as by the read repair of the next reader that meets it, and what is on its way arrives nowhere.
   * Until then two reads one after the other may differ, and both be right.
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
      merged.apply(replica.rows(key));
    }
    return merged;
  }

  /** The keys of all partitions of a kind that some replica has ever had. */
  <K> Set<K> keys(Class<K> kind) {
    Set<K> keys = new HashSet<>();
    replicas.forEach(
        replica ->
            replica.keys().stream().filter(kind::isInstance).map(kind::cast).forEach(keys::add));
    return keys;
  }

  /** A partition of rows that are only changed conditionally. */
  PaxosRows paxosRows(Object key) {
    return paxosRows.computeIfAbsent(key, any -> new PaxosRows(this, key));
  }
}
