package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Event rows as simulated; appends may be held until the test says what becomes of them. */
public final class ScriptedEventStore implements EventStore {
  /** What may be asked of it. */
  public enum Call {
    APPEND,
    ANNOUNCE,
    PARTITIONS,
    SLICE,
    DELETE
  }

  private static final Comparator<Partition> ORDER =
      Comparator.comparingLong(Partition::bucket).thenComparingInt(Partition::shard);

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final SimulatedEventStore store = SimulatedEventStore.withoutPages(cluster.driver());
  private final Map<CounterName, TreeSet<Partition>> written = new HashMap<>();
  private final Set<Partition> named = new HashSet<>();
  private final List<Held> held = new ArrayList<>();
  private boolean holding;

  /** An append that waits for its fate. */
  public final class Held {
    private final List<PartitionRows> parts;
    private final CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();

    private Held(List<PartitionRows> parts) {
      this.parts = parts;
    }

    /** That of the first counter. */
    public Partition partition() {
      return parts.get(0).partition();
    }

    public List<CounterName> counters() {
      return parts.stream().map(part -> part.partition().counter()).toList();
    }

    public List<EventRow> rows() {
      return parts.stream().flatMap(part -> part.rows().stream()).toList();
    }

    /** Takes effect and is answered. */
    public void written() {
      put(parts);
      answer.complete(WriteOutcome.WRITTEN);
    }

    public void answered(WriteOutcome outcome) {
      answer.complete(outcome);
    }
  }

  /** From now on appends wait. */
  public void hold() {
    holding = true;
  }

  /** Every append that was held, answered or not, in the order in which they were sent. */
  public List<Held> held() {
    return held;
  }

  /** Every row of a counter, findable or not. */
  public List<EventRow> rowsOf(CounterName counter) {
    return written.getOrDefault(counter, new TreeSet<>(ORDER)).stream()
        .flatMap(
            partition -> rows(partition, EventTime.MIN, EventTime.MAX, Integer.MAX_VALUE).stream())
        .toList();
  }

  private List<EventRow> rows(Partition partition, EventTime from, EventTime before, int limit) {
    List<EventRow> rows = new ArrayList<>();
    cluster.await(
        store.slice(
            partition,
            from,
            before,
            limit,
            (at, delta, events, id, window) ->
                rows.add(new EventRow(at, delta, events, id, window))));
    return rows;
  }

  /** Whether readers can find a partition. */
  public boolean isAnnounced(Partition partition) {
    return cluster.await(store.partitions(partition.counter(), EventTime.MIN)).contains(partition);
  }

  /** Puts one findable row. */
  public void put(CounterName counter, EventTime at, long delta) {
    Partition partition = new Partition(counter, Partition.bucketOf(at), 0);
    announceNow(partition);
    put(partition, List.of(new EventRow(at.timeuuid(0, 1), delta, 1, null)));
  }

  /** Puts one findable row with an id into another shard. */
  public UUID putIn(int shard, CounterName counter, EventTime at, long delta, String id) {
    return put(shard, counter, at, delta, id, DeduplicationWindow.FOREVER);
  }

  /** Puts one findable row with an id. */
  public UUID put(CounterName counter, EventTime at, long delta, String id, int window) {
    return put(0, counter, at, delta, id, window);
  }

  private UUID put(
      int shard, CounterName counter, EventTime at, long delta, String id, int window) {
    Partition partition = new Partition(counter, Partition.bucketOf(at), shard);
    announceNow(partition);
    UUID row = at.timeuuid(0, 1 + shard);
    put(partition, List.of(new EventRow(row, delta, 1, id, window)));
    return row;
  }

  private void put(Partition partition, List<EventRow> more) {
    put(List.of(new PartitionRows(partition, more)));
  }

  private void put(List<PartitionRows> parts) {
    cluster.write(store.append(parts));
    for (PartitionRows part : parts) {
      written
          .computeIfAbsent(part.partition().counter(), any -> new TreeSet<>(ORDER))
          .add(part.partition());
    }
  }

  /** Makes a partition findable, rows or not. */
  public void announceNow(Partition partition) {
    if (named.add(partition)) {
      cluster.write(store.announce(partition));
    }
  }

  @Override
  public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
    if (holding) {
      Held waiting = new Held(List.copyOf(parts));
      held.add(waiting);
      return waiting.answer;
    }
    List<PartitionRows> sent = List.copyOf(parts);
    return script.write(Call.APPEND, () -> put(sent));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    return script.write(Call.ANNOUNCE, () -> announceNow(partition));
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    return script.read(Call.PARTITIONS, () -> cluster.await(store.partitions(counter, from)));
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return script
        .read(Call.SLICE, () -> rows(partition, from, before, limit))
        .thenAccept(
            rows ->
                rows.forEach(
                    row -> sink.row(row.at(), row.delta(), row.events(), row.id(), row.window())));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    return script.write(
        Call.DELETE,
        () -> {
          named.remove(partition);
          cluster.write(store.delete(partition));
        });
  }
}
