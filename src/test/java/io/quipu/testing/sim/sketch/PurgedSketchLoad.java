package io.quipu.testing.sim.sketch;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.TimeRange;
import io.quipu.testing.sim.PromisedLives;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Clients of a few counters that are purged meanwhile. Each life of a counter has a ledger. */
final class PurgedSketchLoad {
  private static final int COUNTERS = 3;
  private static final long PATIENCE = 8 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final List<SketchInstance> instances;
  private final Namespace sums;
  private final SketchLabels labels;
  private final PromisedLives promised;
  private final SketchKind kind = new SketchKind(() -> null, null, null);
  private final Map<CounterName, Life> lives = new LinkedHashMap<>();
  private boolean closed;

  /** What was asked of one life of a counter, and of its series. */
  private final class Life {
    final SketchLedger ledger;
    final List<SketchLedger> all = new ArrayList<>();

    Life(CounterName counter) {
      ledger = new SketchLedger(counter);
      all.add(ledger);
      labels.series(ledger).forEach(all::addAll);
    }
  }

  PurgedSketchLoad(
      World world,
      List<SketchInstance> instances,
      Namespace sums,
      SketchLabels labels,
      PromisedLives promised) {
    this.world = world;
    this.random = world.random();
    this.instances = instances;
    this.sums = sums;
    this.labels = labels;
    this.promised = promised;
  }

  CounterName counter(int number) {
    return new CounterName(sums.name(), "c" + number);
  }

  CounterName anyCounter() {
    return counter(random.below(COUNTERS));
  }

  private Life life(CounterName actual) {
    return lives.computeIfAbsent(actual.whole(), Life::new);
  }

  /** The lives of all counters in which anything was asked. */
  Collection<CounterName> counters() {
    return lives.keySet();
  }

  List<SketchLedger> ledgers() {
    return lives.values().stream().map(life -> life.ledger).toList();
  }

  List<String> violations() {
    return lives.values().stream()
        .flatMap(life -> life.all.stream())
        .flatMap(ledger -> ledger.violations().stream())
        .toList();
  }

  void begin() {
    long pace = random.pick(List.of(200L, 500L, 1_500L)) * SeededRandom.MILLI;
    for (int client = 3 + random.below(4); client > 0; client--) {
      later(pace, () -> request(pace));
    }
    for (int client = 2; client > 0; client--) {
      later(pace, () -> reads(pace));
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
    CounterName counter = anyCounter();
    long asked = world.now();
    long[] values = {0};
    SketchLedger[] ledger = {null};
    boolean[] over = {false};
    SketchInstance instance = random.pick(instances);
    instance.record(
        counter,
        known -> {
          promised.taken(known.name(), asked);
          ledger[0] = life(known.name()).ledger;
          return update(known, ledger[0], values);
        },
        outcome -> {
          if (ledger[0] != null) {
            String request = ledger[0].counter().stored() + " " + ledger[0].name() + values[0];
            world.trace().note("CLIENT", () -> request + ": " + outcome);
            if (outcome instanceof Recorded) {
              ledger[0].acknowledge(values[0]);
              noteUse();
            } else if (outcome instanceof Refused) {
              ledger[0].refuse(values[0]);
            }
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

  private void noteUse() {
    world.met().used(Ability.SKETCHES);
    if (!sums.windows().isEmpty()) {
      world.met().used(Ability.SKETCH_WINDOWS);
    }
    if (!labels.isEmpty()) {
      world.met().used(Ability.SKETCH_SERIES);
    }
  }

  /** One more value; refused if the life has them all. */
  private Recording update(KnownCounter known, SketchLedger ledger, long[] values) {
    if (ledger.isFull()) {
      throw new StoreUnavailable("no value is left of this life", null);
    }
    int number = ledger.attempt();
    values[0] = 1L << number;
    Draft draft = new Draft();
    draft.value(Long.toString(values[0]), false);
    draft.labels(labels.of(number));
    return kind.accept(known.namespace(), known.name(), List.of(draft), false);
  }

  private void reads(long pace) {
    if (closed) {
      return;
    }
    CounterName counter = anyCounter();
    SketchInstance instance = random.pick(instances);
    int which = random.below(1 + labels.moduli().stream().mapToInt(each -> each).sum());
    if (sums.windows().isEmpty() || random.chance(0.5)) {
      read(counter, instance, which, () -> {});
    } else {
      windows(counter, instance, random.chance(0.5), which, () -> {});
    }
    later(pace, () -> reads(pace));
  }

  /**
   * Reads a counter, or a series of it, in the life that an instance knows.
   *
   * @param which of the ledgers of a life
   * @param told runs at the answer
   */
  void read(CounterName counter, SketchInstance instance, int which, Runnable told) {
    long asked = world.now();
    long[] before = {0};
    SketchLedger[] found = {null};
    instance.read(
        named(counter, which),
        known -> {
          promised.taken(known.name(), asked);
          found[0] = life(known.name()).all.get(which);
          before[0] = found[0].acknowledged();
        },
        (reader, known) -> reader.count(new Question.Count(known)),
        answer -> {
          told.run();
          found[0].check(answer, before[0]);
        });
  }

  /** The counter, or a series of it, as a caller says it. */
  private CounterName named(CounterName counter, int which) {
    return new Life(counter).all.get(which).counter();
  }

  /** Reads the windows of a counter or a series of it. */
  void windows(
      CounterName counter, SketchInstance instance, boolean hours, int which, Runnable told) {
    long asked = world.now();
    long[] before = {0};
    WindowLedger[] found = {null};
    List<Map<TimeRange, Long>> settled = new ArrayList<>();
    instance.read(
        named(counter, which),
        known -> {
          promised.taken(known.name(), asked);
          SketchLedger ledger = life(known.name()).all.get(which);
          before[0] = ledger.acknowledged();
          found[0] = hours ? ledger.hours() : ledger.days();
          settled.add(found[0].settled());
        },
        (reader, known) -> reader.windows(found[0].query(known), instance.horizon()),
        answers -> {
          told.run();
          found[0].check(answers, before[0], settled.get(0));
        });
  }

  /** Reads all of all counters. */
  int readAll(SketchInstance instance, Runnable told) {
    int asked = 0;
    for (int number = 0; number < COUNTERS; number++) {
      int ledgers = new Life(counter(number)).all.size();
      for (int which = 0; which < ledgers; which++) {
        read(counter(number), instance, which, told);
        asked++;
        if (!sums.windows().isEmpty()) {
          windows(counter(number), instance, true, which, told);
          windows(counter(number), instance, false, which, told);
          asked += 2;
        }
      }
    }
    return asked;
  }

  private void later(long pace, Runnable task) {
    world.timeline().after(random.spread(pace / 20, 2 * pace), task);
  }
}
