package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.RememberedEvent;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Somebody who switches the windows of a namespace on and off, and a reader. Instances hear of a
 * change at different moments. A window that was settled never changes. A window holds all events
 * of its time from some event on; in the time in which it is said to be kept, all of them.
 */
final class LinearToggles implements LinearChecks {
  static final List<CounterName> COUNTERS =
      List.of(new CounterName("toggled", "busy"), new CounterName("toggled", "other"));

  private static final String NAMESPACE = COUNTERS.get(0).namespace();
  private static final long DAYS = 1;

  /** So long after its answer all instances know of a change of windows, whatever their clocks. */
  private static final long KNOWN = 3 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final Cluster cluster;
  private final List<LinearInstance> instances;
  private final LinearLoad load;
  private final Namespaces namespaces;
  private final Map<Place, Tally> settled = new HashMap<>();
  private final List<Kept> kept = new ArrayList<>();
  private boolean over;
  private boolean inDoubt;
  private int waiting;

  private record Place(CounterName counter, Window window) {}

  /** From when until when windows are kept of all that is sent and answered. */
  private record Kept(long from, long until) {}

  LinearToggles(
      World world,
      Cluster cluster,
      List<LinearInstance> instances,
      LinearLoad load,
      Namespaces namespaces) {
    this.world = world;
    this.random = world.random();
    this.cluster = cluster;
    this.instances = instances;
    this.load = load;
    this.namespaces = namespaces;
    SimulatedNamespaceStore.exists(cluster, Namespace.of(NAMESPACE, "linear"));
  }

  @Override
  public void begin() {
    kept.add(new Kept(0, Long.MAX_VALUE));
    world.timeline().after(pause(), () -> put(false));
    later();
  }

  /** Changes nothing more. */
  @Override
  public void close() {
    over = true;
  }

  private long pause() {
    return random.between(SeededRandom.SECOND / 4, 6 * SeededRandom.SECOND);
  }

  private void put(boolean on) {
    if (over) {
      return;
    }
    world.met().struck(Mishap.CHANGE);
    world.trace().note("TOGGLES", () -> on ? "on" : "off");
    if (!on && !inDoubt) {
      Kept last = kept.remove(kept.size() - 1);
      kept.add(new Kept(last.from, world.now()));
    }
    Set<Granularity> windows = on ? EnumSet.allOf(Granularity.class) : Set.of();
    namespaces
        .put(
            NamespacePut.of(
                new NamespaceChange(NAMESPACE, null, null, null, null, windows, Map.of())))
        .whenComplete((outcome, failure) -> told(on, outcome));
  }

  private void told(boolean on, PutOutcome outcome) {
    if (!(outcome instanceof PutOutcome.Kept)) {
      // it may be stored at any time: nothing can be said of what is kept any more
      inDoubt = true;
      world.timeline().after(pause(), () -> put(true));
      return;
    }
    if (on && !inDoubt) {
      kept.add(new Kept(world.now() + KNOWN, Long.MAX_VALUE));
    }
    world.timeline().after(pause(), () -> put(!on));
  }

  private void later() {
    world
        .timeline()
        .after(random.spread(SeededRandom.SECOND / 20, SeededRandom.SECOND), this::read);
  }

  private void read() {
    if (!over) {
      read(random.pick(COUNTERS), random.pick(List.of(Granularity.values())));
      later();
    }
  }

  /** Asks for all windows of the counters. */
  @Override
  public void end() {
    for (CounterName counter : COUNTERS) {
      for (Granularity granularity : Granularity.values()) {
        waiting++;
        random.pick(instances).readSerial(counter, state -> end(counter, state, granularity));
      }
    }
  }

  private void end(CounterName counter, LinearState state, Granularity granularity) {
    if (state.version() == 0) {
      waiting--;
      return;
    }
    windows(
        counter,
        state.last(),
        granularity,
        found -> {
          waiting--;
          check(counter, found);
        });
  }

  @Override
  public boolean isDone() {
    return waiting == 0;
  }

  private void read(CounterName counter, Granularity granularity) {
    EventTime last = SimulatedLinearStore.decidedState(cluster, counter).last();
    if (last.isAfter(EventTime.MIN)) {
      windows(counter, last, granularity, found -> {});
    }
  }

  private void windows(
      CounterName counter,
      EventTime last,
      Granularity granularity,
      Consumer<Map<Window, Tally>> answer) {
    long days = DAYS * Granularity.DAY.seconds();
    long span = granularity == Granularity.MINUTE ? days / 8 : days;
    Window first = granularity.windowOf(EventTime.ofEpochSecond(last.epochSecond() - span));
    Window end = granularity.windowOf(EventTime.ofEpochSecond(last.epochSecond() + span));
    random
        .pick(instances)
        .eachWindow(
            new KnownCounter(counter, Namespace.of(NAMESPACE, "linear")),
            WindowCover.of(first, end),
            found -> {
              Map<Window, Tally> tallies = new HashMap<>();
              Window window = first;
              for (LinearInstance.ReadWindow one : found) {
                tallies.put(window, one.tally());
                if (one.settled()) {
                  settled(new Place(counter, window), one.tally());
                }
                window = window.next();
              }
              answer.accept(tallies);
            });
  }

  private void settled(Place place, Tally now) {
    Tally before = settled.putIfAbsent(place, now);
    if (before != null && !before.equals(now)) {
      world.mishap(
          place.counter.name() + ": a settled window changed: " + place + before + " to " + now);
    }
  }

  /** Holds windows against what was decided of the events: each has a time, and is remembered. */
  private void check(CounterName counter, Map<Window, Tally> found) {
    Map<String, Sent> byId = new HashMap<>();
    load.sent(counter).forEach(one -> one.events.forEach(event -> byId.put(event.id(), one)));
    List<RememberedEvent> events =
        new ArrayList<>(SimulatedLinearStore.decided(cluster, counter).values());
    events.sort(Comparator.comparingLong(one -> one.at().timestamp()));
    found.forEach(
        (window, tally) -> {
          List<RememberedEvent> own =
              events.stream()
                  .filter(
                      one -> window.granularity().windowOf(EventTime.of(one.at())).equals(window))
                  .toList();
          int from = own.size() - Math.toIntExact(tally.events());
          if (from < 0 || !sum(own.subList(from, own.size())).equals(tally)) {
            world.mishap(counter.name() + ": a window is not the sum of its events: " + window);
          } else if (own.subList(0, from).stream().anyMatch(one -> isKept(byId.get(one.id())))) {
            world.mishap(counter.name() + ": a window lacks events of a time when it was kept");
          }
        });
  }

  private static Tally sum(List<RememberedEvent> events) {
    return events.stream()
        .map(one -> Tally.of(one.delta(), one.events()))
        .reduce(Tally.ZERO, Tally::plus);
  }

  private boolean isKept(Sent one) {
    return one.isRecorded()
        && kept.stream().anyMatch(time -> one.first >= time.from && one.answered <= time.until);
  }
}
