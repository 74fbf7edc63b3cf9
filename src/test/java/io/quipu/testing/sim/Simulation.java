package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * One run of the whole protocol, drawn from a seed: the production classes in several processes,
 * over three replicas, with clients, and with all that may go wrong. It replays identically.
 */
final class Simulation {
  /** Within how much true time everything must be settled once nothing goes wrong any more. */
  private static final long SETTLED_WITHIN = 90 * SeededRandom.SECOND;

  private final long seed;
  private final World world;
  private final Scenario scenario;
  private final Cluster cluster;
  private final Fleet fleet;
  private final History history = new History();
  private final Load load;
  private final Readers readers;
  private final PromisedLives promised;
  private final Deletions deletions;

  private Simulation(
      long seed, boolean faults, Stress stress, boolean traced, Supplier<Protocol> protocol) {
    this.seed = seed;
    this.world = new World(seed, traced);
    this.scenario = DrawnScenario.of(faults, stress, world.random());
    world.trace().note("SEED", () -> seed + ": " + scenario);
    this.cluster = new Cluster(world, protocol.get().care(stress.care(world.random())));
    if (scenario.deletes()) {
      SimulatedNamespaceStore.exists(cluster, scenario.stored());
    }
    if (scenario.hasMappings()) {
      SimulatedNamespaceStore.exists(cluster, Namespace.of(KnownNamespaces.OTHER, "event"));
    }
    this.fleet = new Fleet(world, cluster, scenario, protocol);
    this.promised = new PromisedLives(world);
    this.deletions = new Deletions(world, scenario, cluster, fleet, promised);
    this.load = new Load(world, scenario, fleet, history, promised, deletions, protocol.get());
    this.readers = new Readers(world, scenario, fleet, history, promised);
  }

  /** A run with what goes wrong drawn from the seed, if anything is to go wrong. */
  static Report run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return run(seed, faults, faults ? Stress.of(seed) : Stress.NONE, traced, protocol);
  }

  /** A run that strains a given part of the protocol; only one with faults can. */
  static Report run(
      long seed, boolean faults, Stress stress, boolean traced, Supplier<Protocol> protocol) {
    Simulation simulation = new Simulation(seed, faults, stress, traced, protocol);
    DefectLog.watch(simulation.world);
    try {
      return simulation.run();
    } catch (IllegalStateException impossible) {
      return simulation.report(List.of("stored what cannot be: " + impossible.getMessage()));
    } finally {
      DefectLog.unwatch();
    }
  }

  private Report run() {
    load.begin();
    readers.begin();
    Chaos chaos = new Chaos(world, scenario, cluster, fleet);
    if (scenario.faults()) {
      chaos.begin();
      if (scenario.collects()) {
        new Blackouts(world, scenario, fleet).begin();
      }
    }
    world.timeline().runUntil(scenario.nanos());
    load.close();
    readers.close();
    chaos.end();
    FinalChecks ending = new FinalChecks(world, scenario, fleet, history, readers, cluster);
    List<String> violations = new ArrayList<>();
    String unsettled =
        deletions.awaitKnown()
            ? ending.awaitSettled(SETTLED_WITHIN)
            : "a deleted namespace does not come back";
    if (unsettled == null) {
      violations.addAll(checked(ending));
    } else {
      violations.add("not settled in time: " + unsettled);
    }
    world.mishaps().forEach(mishap -> violations.add("uncaught: " + mishap));
    return report(violations);
  }

  private Report report(List<String> violations) {
    return new Report(
        seed,
        scenario.faults(),
        scenario.stress(),
        figures(),
        world.met().cells(),
        new Report.Steps(cluster.crashPoints().all(), cluster.crashPoints().struck()),
        violations,
        world.trace().lines());
  }

  /** Each life of a counter by itself: nothing that was sent in one is seen in another. */
  private List<String> checkedLives(FinalChecks ending) {
    Checker checker = new Checker(scenario, history, cluster);
    for (CounterName counter : scenario.tagged().keySet()) {
      Set<Integer> end = ending.check(counter, checker);
      CounterName last = deletions.last(counter);
      for (CounterName life : history.lives(counter)) {
        checker.checkReads(life, history.itemsOf(life), life.equals(last) ? end : null);
        checker.checkSettled(life);
        checker.checkWindows(life);
      }
    }
    deletions.check(history, checker);
    for (CounterName counter : scenario.tagged().keySet()) {
      ending.check(counter, checker);
    }
    return checker.violations();
  }

  private List<String> checked(FinalChecks ending) {
    if (scenario.deletes()) {
      return checkedLives(ending);
    }
    Checker checker = new Checker(scenario, history, cluster);
    for (CounterName counter : scenario.withTops()) {
      Set<Integer> end = ending.check(counter, checker);
      List<Item> items = new ArrayList<>();
      scenario.countedBy(counter).forEach(named -> items.addAll(history.items(named)));
      checker.checkReads(counter, items, end);
      checker.checkRankings(counter, items);
      if (scenario.hasTimes()
          && scenario.stress() != Stress.WEEKS
          && history.resets(counter).isEmpty()) {
        ending.checkPlaces(counter, checker);
      }
    }
    for (CounterName counter : scenario.repeated().keySet()) {
      ending.checkRepeated(counter, checker);
      checker.checkRepeatedReads(counter);
    }
    for (CounterName counter : scenario.bulk().keySet()) {
      ending.checkBulk(counter, checker);
    }
    for (CounterName counter : scenario.latest().keySet()) {
      ending.checkStated(counter, checker);
      checker.checkStatedReads(counter);
    }
    if (scenario.stress() == Stress.RANKING) {
      ending.checkRankings(checker);
      checker.checkWindows(Readers.ALL);
    }
    for (CounterName counter : scenario.counters()) {
      checker.checkSettled(counter);
      checker.checkWindows(counter);
    }
    history.seriesWithWindows().forEach(checker::checkWindows);
    Recounts recounts = new Recounts(history, cluster, checker);
    for (CounterName counter : scenario.counters()) {
      ending.checkRecount(counter, checker, recounts);
    }
    return checker.violations();
  }

  private Report.Figures figures() {
    int acknowledged = 0;
    int unknown = 0;
    for (CounterName counter : scenario.tagged().keySet()) {
      for (Item item : history.items(counter)) {
        acknowledged += item.isAcknowledged() ? 1 : 0;
        unknown += item.isAcknowledged() ? 0 : 1;
      }
    }
    for (History.Bulk sent : history.bulk) {
      acknowledged += sent.isAcknowledged() ? sent.events : 0;
      unknown += sent.isAcknowledged() || sent.refused ? 0 : sent.events;
    }
    return new Report.Figures(
        world.timeline().planned(),
        history.reads.size(),
        acknowledged,
        unknown,
        cluster.collected().size(),
        redeliveredAfterCollection(),
        world.now());
  }

  private int redeliveredAfterCollection() {
    int redelivered = 0;
    for (CounterName counter : scenario.tagged().keySet()) {
      Map<UUID, Long> gone = new HashMap<>();
      for (StoredRow row : new StoredRows(cluster).of(counter)) {
        Long since = cluster.collected().get(row.partition());
        if (since != null) {
          gone.put(row.row().at(), since);
        }
      }
      for (Item item : history.items(counter)) {
        for (Item.Attempt attempt : item.attempts()) {
          redelivered +=
              attempt.isAcknowledged() && wasCollectedBefore(attempt, item, gone) ? 1 : 0;
        }
      }
    }
    return redelivered;
  }

  private static boolean wasCollectedBefore(Item.Attempt attempt, Item item, Map<UUID, Long> gone) {
    return item.attempts().stream()
        .map(earlier -> gone.get(earlier.row()))
        .anyMatch(since -> since != null && since < attempt.sent);
  }
}
