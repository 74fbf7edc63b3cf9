package io.quipu.testing.sim.scripted;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Runs of settled ids as simulated, with scripted answers. */
public final class ScriptedSettledIds implements SettledIds {
  /** What may be asked of it. */
  public enum Call {
    READ,
    WRITE,
    DELETE
  }

  /** What is asked is about a place. */
  public final Script<Call> script = new Script<>();

  private final IdHash hash;
  private final CalmCluster cluster = CalmCluster.of(1);
  private final SettledIds store = new SimulatedSettledIds(cluster.driver());
  private final Map<RunPlace, Set<Integer>> written = new TreeMap<>();
  private long steps = 1_000;

  public ScriptedSettledIds() {
    this(TestLayout.SMALL);
  }

  public ScriptedSettledIds(Layout layout) {
    this.hash = new IdHash(layout.seed());
  }

  /** The key of an id. */
  public IdKey key(CounterName counter, String id) {
    return hash.of(counter).key(id);
  }

  /** Every counted row of a counter, each once, in whatever runs it is. */
  public List<RunEntry> stored(CounterName counter) {
    long of = hash.of(counter).counter();
    Set<RunEntry> all =
        new TreeSet<>(
            (a, b) ->
                a.key().equals(b.key()) ? a.at().compareTo(b.at()) : a.key().compareTo(b.key()));
    written.forEach(
        (place, blocks) ->
            found(place, blocks)
                .forEach(
                    (block, row) -> {
                      if (block != RunRows.FILTER) {
                        RunBlock.of(row).entries().stream()
                            .filter(entry -> entry.key().counter() == of)
                            .forEach(all::add);
                      }
                    }));
    return new ArrayList<>(all);
  }

  private Map<Integer, ByteBuffer> found(RunPlace place, Collection<Integer> blocks) {
    return cluster.await(store.read(place, blocks));
  }

  /** Remembers as a step of another settler would; returns the runs after it. */
  public IdRuns put(int page, IdRuns before, CounterName counter, CountedId id) {
    steps++;
    IdRuns next = before.counted(steps, List.of(id), IdBounds.USUAL);
    IdRun run = next.ofStep(RunPeriod.of(id), steps);
    RunEntry entry = RunEntry.of(key(counter, id.id()), id);
    RunRows.of(run, List.of(entry))
        .forEach(rows -> put(run.place(page, rows.piece()), 0, rows.blocks()));
    return next;
  }

  private void put(RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
    cluster.write(store.write(place, erasures, rows));
    written.computeIfAbsent(place, any -> new TreeSet<>()).addAll(rows.keySet());
  }

  @Override
  public CompletionStage<Map<Integer, ByteBuffer>> read(
      RunPlace place, Collection<Integer> blocks) {
    List<Integer> asked = List.copyOf(blocks);
    return script.read(Call.READ, place, () -> found(place, asked));
  }

  @Override
  public CompletionStage<WriteOutcome> write(
      RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
    SortedMap<Integer, ByteBuffer> sent = new TreeMap<>(rows);
    return script.write(Call.WRITE, place, () -> put(place, erasures, sent));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(RunPlace place) {
    return script.write(Call.DELETE, place, () -> cluster.write(store.delete(place)));
  }
}
