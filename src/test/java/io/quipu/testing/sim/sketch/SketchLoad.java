package io.quipu.testing.sim.sketch;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.TimeRange;
import io.quipu.engine.model.TimeSpan;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Clients, each with one request at a time, to any instance, of a few counters at a time. */
final class SketchLoad {
  private static final int AT_A_TIME = 4;
  private static final long PATIENCE = 8 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final List<SketchInstance> instances;
  private final Namespace sums;
  private final SketchKind kind = new SketchKind(() -> null, null, null);
  private final List<SketchLedger> active = new ArrayList<>();
  private final List<SketchLedger> ledgers = new ArrayList<>();
  private boolean closed;

  /**
   * @param instances as they are at any time
   * @param windows of the counters
   */
  SketchLoad(World world, List<SketchInstance> instances, Set<Granularity> windows) {
    this.sums =
        new Namespace(
            "sums", "sketch", TimeSpan.OFF, new TimeSpan("1d"), 1, windows, Map.of("state", "sum"));
    this.world = world;
    this.random = world.random();
    this.instances = instances;
    for (int i = 0; i < AT_A_TIME; i++) {
      active.add(open());
    }
  }

  private SketchLedger open() {
    SketchLedger ledger = new SketchLedger(new CounterName("sums", "c" + ledgers.size()));
    ledgers.add(ledger);
    return ledger;
  }

  List<SketchLedger> ledgers() {
    return ledgers;
  }

  KnownCounter known(SketchLedger ledger) {
    return new KnownCounter(ledger.counter(), sums);
  }

  void begin() {
    long pace = random.pick(List.of(20L, 60L, 200L)) * SeededRandom.MILLI;
    for (int client = 3 + random.below(8); client > 0; client--) {
      later(pace, () -> request(pace));
    }
    for (int client = 2; client > 0; client--) {
      later(pace, () -> read(pace));
    }
  }

  /** Nothing more is asked. */
  void close() {
    closed = true;
  }

  private void request(long pace) {
    if (closed) {
      return;
    }
    int place = random.below(AT_A_TIME);
    if (active.get(place).isFull()) {
      active.set(place, open());
    }
    SketchLedger ledger = active.get(place);
    int number = ledger.attempt();
    boolean[] over = {false};
    SketchInstance instance = random.pick(instances);
    world
        .trace()
        .note(
            "CLIENT",
            () -> ledger.counter().name() + "/" + number + " to " + instance.machine().name());
    instance.record(
        update(ledger, number),
        outcome -> {
          world
              .trace()
              .note("CLIENT", () -> ledger.counter().name() + "/" + number + ": " + outcome);
          if (outcome instanceof Recorded) {
            ledger.acknowledge(number);
          } else if (outcome instanceof Refused) {
            ledger.refuse(number);
          } else if (!(outcome instanceof OutcomeUnknown)) {
            world.mishap("an outcome of its own: " + outcome);
          }
          if (!over[0]) {
            over[0] = true;
            later(pace, () -> request(pace));
          }
        });
    world
        .timeline()
        .after(
            PATIENCE,
            () -> {
              if (!over[0]) {
                over[0] = true;
                request(pace);
              }
            });
  }

  private Recording update(SketchLedger ledger, int number) {
    Draft draft = new Draft();
    draft.value(Long.toString(1L << number), false);
    return kind.accept(sums, ledger.counter(), List.of(draft), false);
  }

  private void read(long pace) {
    if (closed) {
      return;
    }
    SketchLedger ledger = random.chance(0.6) ? random.pick(active) : random.pick(ledgers);
    SketchInstance instance = random.pick(instances);
    if (sums.windows().isEmpty() || random.chance(0.4)) {
      read(ledger, instance, () -> {});
    } else {
      windows(ledger, random.chance(0.5) ? ledger.hours() : ledger.days(), instance, () -> {});
    }
    list();
    later(pace, () -> read(pace));
  }

  /** Lists counters. Those are missed that had an update before that was acknowledged. */
  void list() {
    List<CounterName> before =
        ledgers.stream().filter(one -> one.acknowledged() != 0).map(SketchLedger::counter).toList();
    random
        .pick(instances)
        .names(
            found ->
                before.stream()
                    .filter(one -> !found.contains(one))
                    .forEach(one -> world.mishap(one.name() + ": not listed")));
  }

  /** Reads a counter and all of its windows, if it has any. {@code told} runs at each answer. */
  void readAll(SketchLedger ledger, SketchInstance instance, Runnable told) {
    read(ledger, instance, told);
    if (!sums.windows().isEmpty()) {
      windows(ledger, ledger.hours(), instance, told);
      windows(ledger, ledger.days(), instance, told);
    }
  }

  /** The number of answers of {@link #readAll}. */
  int answers() {
    return 1 + sums.windows().size();
  }

  private void read(SketchLedger ledger, SketchInstance instance, Runnable told) {
    long before = ledger.acknowledged();
    instance.read(
        known(ledger),
        answer -> {
          told.run();
          ledger.check(answer, before);
        });
  }

  private void windows(
      SketchLedger ledger, WindowLedger windows, SketchInstance instance, Runnable told) {
    long before = ledger.acknowledged();
    Map<TimeRange, Long> settled = windows.settled();
    instance.windows(
        windows.query(known(ledger)),
        answers -> {
          told.run();
          windows.check(answers, before, settled);
        });
  }

  private void later(long pace, Runnable task) {
    world.timeline().after(random.spread(pace / 20, 2 * pace), task);
  }
}
