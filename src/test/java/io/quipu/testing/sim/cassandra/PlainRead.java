package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A quorum read of one slice: two replicas are read, each at its own moment, what they have is
 * merged, and what one of them lacks of the answer is written to it before the answer leaves
 * (blocking read repair), unless the table does not repair on reads.
 */
final class PlainRead {
  private final Cluster cluster;
  private final World world;
  private final Slice slice;
  private final boolean repairs;
  private final Consumer<SortedMap<Comparable<?>, Object>> reply;
  private final Rows merged = new Rows();
  private final SortedMap<Comparable<?>, Object> answer = new TreeMap<>();
  private int waiting = Cluster.QUORUM;

  /**
   * The rows of a partition that are read.
   *
   * @param from the first, or null
   * @param before the first that is not read, or null
   * @param only the rows that are read, or null for all
   */
  record Slice(
      Object key,
      Comparable<?> from,
      Comparable<?> before,
      int limit,
      SortedSet<? extends Comparable<?>> only) {
    Slice(Object key, Comparable<?> from, Comparable<?> before, int limit) {
      this(key, from, before, limit, null);
    }

    /** Single rows of a partition. */
    static Slice only(Object key, SortedSet<? extends Comparable<?>> rows) {
      return new Slice(key, null, null, Integer.MAX_VALUE, rows);
    }
  }

  private PlainRead(
      Cluster cluster,
      Slice slice,
      boolean repairs,
      Consumer<SortedMap<Comparable<?>, Object>> reply) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.slice = slice;
    this.repairs = repairs;
    this.reply = reply;
  }

  /** Arrives at a coordinator that sees a quorum; there may be no answer. */
  static void arrive(
      Cluster cluster,
      Slice slice,
      boolean repairs,
      Consumer<SortedMap<Comparable<?>, Object>> reply) {
    PlainRead read = new PlainRead(cluster, slice, repairs, reply);
    List<Replica> quorum = cluster.anyQuorum(slice.key());
    Rows[] found = new Rows[quorum.size()];
    for (int i = 0; i < found.length; i++) {
      int index = i;
      read.later(
          () -> {
            if (cluster.serves(quorum.get(index), slice.key())) {
              found[index] = quorum.get(index).read(slice);
              read.merge(quorum, found);
            }
          });
    }
  }

  private void later(Runnable task) {
    world.timeline().after(world.network().delay(world.random()), task);
  }

  private void merge(List<Replica> quorum, Rows[] found) {
    waiting--;
    if (waiting > 0) {
      return;
    }
    SortedMap<Comparable<?>, Cell> page = page(found);
    boolean same = found[0].sameAs(found[1]);
    if (!same) {
      world.met().struck(Mishap.TORN_READ);
    }
    if (!repairs || same) {
      reply.accept(answer);
      return;
    }
    Mutation repair = merged.asMutation(slice.key(), page);
    waiting = quorum.size();
    for (Replica replica : quorum) {
      later(
          () -> {
            if (cluster.serves(replica, slice.key())) {
              replica.apply(repair);
              waiting--;
              if (waiting == 0) {
                reply.accept(answer);
              }
            }
          });
    }
  }

  /** The merged rows up to the limit of live ones; those are the answer. */
  private SortedMap<Comparable<?>, Cell> page(Rows[] found) {
    for (Rows rows : found) {
      merged.apply(rows);
    }
    SortedMap<Comparable<?>, Cell> page = new TreeMap<>();
    merged.cells.forEach(
        (row, cell) -> {
          if (answer.size() < slice.limit()) {
            page.put(row, cell);
            Object live = merged.live(row, cell);
            if (live != null) {
              answer.put(row, live);
            }
          }
        });
    return page;
  }
}
