package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pages over the simulated replicas, as conditional batches leave them there. */
public final class SimulatedPageStore implements PageStore {
  private static final int ATTEMPTS = 3;
  private static final Place HEADER = new Place("header", "", "");
  private static final Place CHANGED = new Place("changed", "", "");

  private final Driver driver;
  private final boolean believing;

  public SimulatedPageStore(Driver driver) {
    this(driver, false);
  }

  private SimulatedPageStore(Driver driver, boolean believing) {
    this.driver = driver;
    this.believing = believing;
  }

  /** One that believes what a quorum answers, also if one of the last steps is missing in it. */
  public static SimulatedPageStore believing(Driver driver) {
    return new SimulatedPageStore(driver, true);
  }

  /** The header of a page as it was last decided, whoever knows of it. */
  public static PageHeader header(Cluster cluster, int page) {
    return header(cluster.paxosRows(new Page(page)).decided());
  }

  /** The partition of a page. */
  record Page(int page) {}

  /** A cell or row in it: of the page, or of a counter. */
  record Place(String kind, String namespace, String name) implements Comparable<Place>, OfCounter {
    @Override
    public CounterName ofCounter() {
      return kind.equals("row") ? CounterName.ofStored(namespace, name) : null;
    }

    static Place of(CounterName counter) {
      return new Place("row", counter.stored(), counter.key());
    }

    static Place ofStep(long step) {
      return new Place("step", "", Long.toString(step % STEPS_KEPT));
    }

    @Override
    public int compareTo(Place other) {
      int order = kind.compareTo(other.kind);
      order = order != 0 ? order : namespace.compareTo(other.namespace);
      return order != 0 ? order : name.compareTo(other.name);
    }
  }

  @Override
  public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
    List<CounterName> asked = List.copyOf(counters);
    return rows(page, Level.QUORUM, ATTEMPTS).thenApply(rows -> state(rows, asked));
  }

  @Override
  public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
    List<CounterName> asked = List.copyOf(counters);
    return rows(page, Level.SERIAL, ATTEMPTS).thenApply(rows -> state(rows, asked));
  }

  private static PageState state(
      SortedMap<Comparable<?>, Object> rows, List<CounterName> counters) {
    Map<CounterName, CounterState> found = new TreeMap<>();
    for (CounterName counter : counters) {
      if (rows.get(Place.of(counter)) instanceof CounterState state) {
        found.put(counter, state);
      }
    }
    return new PageState(header(rows), found);
  }

  private static PageHeader header(SortedMap<Comparable<?>, Object> rows) {
    return (PageHeader) rows.getOrDefault(HEADER, PageHeader.NONE);
  }

  @Override
  public CompletionStage<LastStep> lastStep(int page) {
    return rows(page, Level.SERIAL, ATTEMPTS)
        .thenApply(
            rows -> {
              Changed changed = (Changed) rows.getOrDefault(CHANGED, Changed.NOTHING);
              return new LastStep(header(rows), changed.counters);
            });
  }

  private CompletionStage<SortedMap<Comparable<?>, Object>> rows(
      int page, Level level, int attempts) {
    return driver
        .read(new Slice(new Page(page), null, null, Integer.MAX_VALUE), level, ReadRepair.NONE)
        .thenCompose(
            rows -> {
              if (believing || hasLastSteps(rows)) {
                return CompletableFuture.completedStage(rows);
              }
              return attempts > 1
                  ? rows(page, level, attempts - 1)
                  : CompletableFuture.failedStage(
                      new StoreUnavailable("steps pass faster than a query", null));
            });
  }

  private static boolean hasLastSteps(SortedMap<Comparable<?>, Object> rows) {
    long last = header(rows).step();
    for (long step = Math.max(1, last - STEPS_KEPT + 1); step <= last; step++) {
      if (!Long.valueOf(step).equals(rows.get(Place.ofStep(step)))) {
        return false;
      }
    }
    return true;
  }

  /** The counters of the last step. */
  private record Changed(List<CounterName> counters) {
    static final Changed NOTHING = new Changed(List.of());
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    Map<Place, Object> rows = new TreeMap<>();
    rows.put(HEADER, next);
    rows.put(Place.ofStep(next.step()), next.step());
    rows.put(CHANGED, new Changed(changed.keySet().stream().sorted().toList()));
    changed.forEach((counter, state) -> rows.put(Place.of(counter), state));
    return driver
        .conditionalRows(
            new Page(page),
            () -> "page " + page + " from " + expected + " to " + next + ": " + changed,
            now -> header(now).until().equals(expected) ? Optional.of(rows) : Optional.empty())
        .thenApply(
            outcome -> {
              if (outcome == CasOutcome.APPLIED) {
                driver.settled(page, next.until());
              }
              return outcome;
            });
  }
}
