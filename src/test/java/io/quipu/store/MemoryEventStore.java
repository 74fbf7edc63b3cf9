package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Event rows in memory; appends may be held until the test says what becomes of them. */
public final class MemoryEventStore implements EventStore {
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
  private final Map<CounterName, TreeSet<Partition>> announced = new TreeMap<>(byName());
  private final Map<Partition, TreeMap<UUID, EventRow>> rows =
      new TreeMap<>(Comparator.comparing(Partition::counter, byName()).thenComparing(ORDER));
  private final Set<Partition> deleted = new HashSet<>();
  private final List<Held> held = new ArrayList<>();
  private boolean holding;

  private static Comparator<CounterName> byName() {
    return Comparator.comparing(CounterName::namespace).thenComparing(CounterName::name);
  }

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

  /** Every row of a counter. */
  public List<EventRow> rowsOf(CounterName counter) {
    return rows.entrySet().stream()
        .filter(entry -> entry.getKey().counter().equals(counter))
        .flatMap(entry -> entry.getValue().values().stream())
        .toList();
  }

  /** Whether readers can find a partition. */
  public boolean isAnnounced(Partition partition) {
    return announced.getOrDefault(partition.counter(), new TreeSet<>(ORDER)).contains(partition);
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

  private void put(List<PartitionRows> parts) {
    parts.forEach(part -> put(part.partition(), part.rows()));
  }

  private void put(Partition partition, List<EventRow> more) {
    if (deleted.contains(partition)) {
      return;
    }
    TreeMap<UUID, EventRow> here =
        rows.computeIfAbsent(partition, any -> new TreeMap<>(TimeuuidOrder.INSTANCE));
    more.forEach(row -> here.put(row.at(), row));
  }

  /** Makes a partition findable, rows or not. */
  public void announceNow(Partition partition) {
    if (deleted.contains(partition)) {
      return;
    }
    announced.computeIfAbsent(partition.counter(), any -> new TreeSet<>(ORDER)).add(partition);
  }

  @Override
  public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
    if (holding) {
      Held waiting = new Held(List.copyOf(parts));
      held.add(waiting);
      return waiting.answer;
    }
    return script.write(Call.APPEND, () -> put(parts));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    return script.write(Call.ANNOUNCE, () -> announceNow(partition));
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    return script.read(
        Call.PARTITIONS,
        () ->
            announced.getOrDefault(counter, new TreeSet<>(ORDER)).stream()
                .filter(partition -> partition.end().isAfter(from))
                .toList());
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return script
        .read(Call.SLICE, () -> List.copyOf(rows.getOrDefault(partition, new TreeMap<>()).values()))
        .thenAccept(
            all ->
                all.stream()
                    .filter(row -> within(row.at(), from, before))
                    .limit(limit)
                    .forEach(
                        row ->
                            sink.row(row.at(), row.delta(), row.events(), row.id(), row.window())));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    return script.write(
        Call.DELETE,
        () -> {
          deleted.add(partition);
          rows.remove(partition);
          announced.getOrDefault(partition.counter(), new TreeSet<>(ORDER)).remove(partition);
        });
  }

  private static boolean within(UUID at, EventTime from, EventTime before) {
    EventTime time = EventTime.of(at);
    return !time.isBefore(from) && time.isBefore(before);
  }
}
