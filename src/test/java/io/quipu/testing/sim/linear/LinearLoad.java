package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.Bounds;
import io.quipu.engine.kinds.linear.Increment;
import io.quipu.engine.kinds.linear.IncrementOutcome.Conflict;
import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.kinds.linear.ObservedState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Event;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Clients of linear counters, each with one request at a time, to any instance: of counters of
 * single events without an id, and of counters all of whose events have one, which are sent again
 * until there is an answer.
 */
final class LinearLoad {
  /** To which nobody adds more than this. */
  static final int FULL = 40;

  static final CounterName OPEN = new CounterName("sim", "open");
  static final CounterName BOUNDED = new CounterName("sim", "bounded");
  static final CounterName IDS = new CounterName("sim", "ids");
  static final CounterName STOCK = new CounterName("sim", "stock");

  /** That is reset now and then. */
  static final CounterName RESET = new CounterName("sim", "reset");

  /** Of a namespace with a max for each hour; one begins 20 seconds after the world does. */
  static final CounterName METERED = new CounterName("metered", "calls");

  static final Namespace HOURLY =
      TestNamespaces.withSettings(
          Namespace.of(METERED.namespace(), "linear"), Map.of("period", "hour", "max", "60"));

  /** Of a namespace that remembers few ids of each; all of their events add 1. */
  static final List<CounterName> FORGETFUL =
      List.of(new CounterName("forgetful", "busy"), new CounterName("forgetful", "other"));

  static final Namespace FEW_IDS =
      TestNamespaces.withSettings(
          Namespace.of(FORGETFUL.get(0).namespace(), "linear"), Map.of("deduplicate", "2"));

  /** Of a namespace whose max is changed. */
  static final CounterName LIMITED = new CounterName("limited", "stock");

  /** Few, because each is checked. */
  private static final int MOST_COUNTERS = 60;

  private static final long PATIENCE = 4 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final List<LinearInstance> instances;
  private final Map<CounterName, List<Sent>> sent = new LinkedHashMap<>();
  private final Map<CounterName, List<ObservedState>> reads = new LinkedHashMap<>();
  private final Set<CounterName> withIds = new HashSet<>();
  private boolean closing;
  private int lists;
  private int ids;
  private int waiting;

  /**
   * @param instances as they are at any time
   * @param more further counters, all of whose events have an id
   */
  LinearLoad(World world, List<LinearInstance> instances, List<CounterName> more) {
    this.world = world;
    this.random = world.random();
    this.instances = instances;
    for (CounterName counter : List.of(OPEN, BOUNDED, IDS, STOCK, METERED, LIMITED, RESET)) {
      sent.put(counter, new ArrayList<>());
      reads.put(counter, new ArrayList<>());
    }
    for (CounterName counter : more) {
      sent.put(counter, new ArrayList<>());
      reads.put(counter, new ArrayList<>());
    }
    withIds.addAll(more);
    withIds.addAll(List.of(IDS, STOCK, METERED, RESET));
  }

  void begin() {
    long pace = random.pick(List.of(20L, 100L, 400L)) * SeededRandom.MILLI;
    for (CounterName counter : sent.keySet()) {
      for (int client = 2 + random.below(8); client > 0; client--) {
        later(pace, () -> request(counter, pace));
      }
      later(pace, () -> read(counter, pace));
    }
    later(4 * pace, () -> requestOfNew(4 * pace));
    later(4 * pace, () -> list(4 * pace));
  }

  /** One event of each of many counters. */
  private void requestOfNew(long pace) {
    if (sent.size() < MOST_COUNTERS && !closing) {
      CounterName counter = new CounterName("sim", "new-" + sent.size());
      sent.put(counter, new ArrayList<>());
      reads.put(counter, new ArrayList<>());
      Sent one = new Sent(counter, Bounds.NONE, List.of(Event.ONE));
      sent.get(counter).add(one);
      waiting++;
      send(one, pace);
    }
  }

  private void list(long pace) {
    if (!closing) {
      listNow();
      later(pace, () -> list(pace));
    }
  }

  /** Lists counters. Those are missed that had an event before that was recorded. */
  void listNow() {
    List<CounterName> before =
        sent.entrySet().stream()
            .filter(one -> one.getKey().namespace().equals("sim"))
            .filter(one -> one.getValue().stream().anyMatch(Sent::isRecorded))
            .map(Map.Entry::getKey)
            .toList();
    random
        .pick(instances)
        .names(
            found -> {
              lists++;
              before.stream()
                  .filter(one -> !found.contains(one))
                  .forEach(one -> world.mishap(one.name() + ": not listed"));
            });
  }

  /** The number of lists that were answered. */
  int lists() {
    return lists;
  }

  /** Clients begin again. */
  void resume() {
    closing = false;
    begin();
  }

  /** No client begins anything more; those with ids go on until they have an answer. */
  void close() {
    closing = true;
  }

  boolean isDone() {
    return closing && waiting == 0;
  }

  Set<CounterName> counters() {
    return sent.keySet();
  }

  List<Sent> sent(CounterName counter) {
    return sent.get(counter);
  }

  List<ObservedState> reads(CounterName counter) {
    return reads.get(counter);
  }

  private void request(CounterName counter, long pace) {
    if (closing) {
      return;
    }
    Sent one = new Sent(counter, bounds(counter), events(counter));
    sent.get(counter).add(one);
    waiting++;
    send(one, pace);
  }

  private Bounds bounds(CounterName counter) {
    if (counter.equals(BOUNDED)) {
      return Bounds.of(null, (long) FULL);
    }
    return counter.equals(STOCK) ? new Bounds(0, 30) : Bounds.NONE;
  }

  private List<Event> events(CounterName counter) {
    if (!hasIds(counter)) {
      return List.of(Event.ONE);
    }
    if (FORGETFUL.contains(counter)) {
      return List.of(new Event(1, "id-" + ids++));
    }
    if (counter.equals(RESET) && random.chance(0.1)) {
      return List.of();
    }
    List<Event> events = new ArrayList<>();
    for (int i = random.chance(0.2) ? 1 + random.below(6) : 1; i > 0; i--) {
      long delta = 1L + random.below(10);
      boolean adds = counter.equals(METERED) || random.chance(0.5);
      events.add(new Event(adds ? delta : -delta, "id-" + ids++));
    }
    return events;
  }

  /** Whether all of its events have an id; all others add 1. */
  boolean hasIds(CounterName counter) {
    return withIds.contains(counter);
  }

  private void send(Sent one, long pace) {
    int sending = one.send(world.now());
    LinearInstance instance = random.pick(instances);
    instance.record(
        one.events.isEmpty()
            ? Increment.reset(one.counter)
            : new Increment(one.counter, one.bounds, one.events),
        outcome -> {
          if (one.answer(sending, outcome, world.now())) {
            world.trace().note("CLIENT", one::toString);
            answered(one, pace);
          }
        });
    world
        .timeline()
        .after(
            random.between(PATIENCE / 4, 3 * PATIENCE),
            () -> {
              if (one.answer(sending, new OutcomeUnknown(), Sent.NEVER)) {
                world.trace().note("CLIENT", () -> "gives up on " + one);
                answered(one, pace);
              }
            });
  }

  private void answered(Sent one, long pace) {
    boolean hasIds = !one.events.isEmpty() && one.events.get(0).id() != null;
    if (one.outcome instanceof Conflict) {
      world.mishap("a conflict nobody made: " + one);
    }
    if (one.outcome instanceof Refused || (hasIds && one.isUnknown())) {
      later(pace, () -> send(one, pace));
      return;
    }
    if (one.isRecorded()) {
      noteUse(one);
    }
    waiting--;
    if (one.counter.name().startsWith("new-")) {
      later(pace, () -> requestOfNew(pace));
    } else if (!closing) {
      later(pace, () -> request(one.counter, pace));
    }
  }

  private void noteUse(Sent one) {
    world.met().used(Ability.LINEAR_WINDOWS);
    if (one.events.isEmpty()) {
      world.met().used(Ability.LINEAR_RESETS);
      world.met().reset(one.counter);
    } else if (hasIds(one.counter)) {
      world.met().used(Ability.LINEAR_IDS);
    }
    if (one.counter.equals(METERED)) {
      world.met().used(Ability.LINEAR_PERIODS);
    }
  }

  private void read(CounterName counter, long pace) {
    if (closing) {
      return;
    }
    long asked = world.now();
    random
        .pick(instances)
        .read(
            counter,
            state ->
                reads
                    .get(counter)
                    .add(new ObservedState(state.count(), state.events(), asked, world.now())));
    later(4 * pace, () -> read(counter, pace));
  }

  private void later(long pace, Runnable task) {
    world.timeline().after(random.spread(pace / 20, 2 * pace), task);
  }
}
