package io.quipu.testing.sim.sketch;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Clients, each with one request at a time, to any instance, of a few counters at a time. */
final class SketchLoad {
  private static final int AT_A_TIME = 4;

  /** The maximum number of values of one update where values have labels. */
  private static final int TOGETHER = 3;

  private static final long PATIENCE = 8 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final List<SketchInstance> instances;
  private final Namespace sums;
  private final SketchLabels labels;
  private final SketchKind kind = new SketchKind(() -> null, null, null);
  private final List<SketchLedger> active = new ArrayList<>();
  private final List<SketchLedger> ledgers = new ArrayList<>();

  /** The ledgers of each counter's series, by breakdown. */
  private final Map<SketchLedger, List<List<SketchLedger>>> series = new HashMap<>();

  private boolean closed;

  /**
   * @param instances as they are at any time
   * @param windows of the counters
   * @param labels the labels that values have, each with a breakdown by it
   */
  SketchLoad(
      World world, List<SketchInstance> instances, Set<Granularity> windows, SketchLabels labels) {
    this.sums =
        new Namespace(
            "sums", "sketch", TimeSpan.OFF, new TimeSpan("1d"), 1, windows, labels.settings());
    this.labels = labels;
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
    series.put(ledger, labels.series(ledger));
    return ledger;
  }

  /** The ledgers of counters. */
  List<SketchLedger> ledgers() {
    return ledgers;
  }

  /** The ledgers of counters and of all of their series. */
  List<SketchLedger> all() {
    return ledgers.stream()
        .flatMap(
            one -> Stream.concat(Stream.of(one), series.get(one).stream().flatMap(List::stream)))
        .toList();
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
    List<Integer> numbers = new ArrayList<>();
    int some = labels.isEmpty() ? 1 : 1 + random.below(TOGETHER);
    while (numbers.size() < some && !ledger.isFull()) {
      numbers.add(ledger.attempt());
    }
    long values = numbers.stream().mapToLong(number -> 1L << number).sum();
    boolean[] over = {false};
    SketchInstance instance = random.pick(instances);
    String request = ledger.name() + numbers;
    world.trace().note("CLIENT", () -> request + " to " + instance.machine().name());
    instance.record(
        update(ledger, numbers),
        outcome -> {
          world.trace().note("CLIENT", () -> request + ": " + outcome);
          if (outcome instanceof Recorded) {
            ledger.acknowledge(values);
            noteUse();
          } else if (outcome instanceof Refused) {
            ledger.refuse(values);
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

  private void noteUse() {
    world.met().used(Ability.SKETCHES);
    if (!sums.windows().isEmpty()) {
      world.met().used(Ability.SKETCH_WINDOWS);
    }
    if (!labels.isEmpty()) {
      world.met().used(Ability.SKETCH_SERIES);
    }
  }

  private Recording update(SketchLedger ledger, List<Integer> numbers) {
    return kind.accept(sums, ledger.counter(), numbers.stream().map(this::draft).toList(), false);
  }

  private Draft draft(int number) {
    Draft draft = new Draft();
    draft.value(Long.toString(1L << number), false);
    draft.labels(labels.of(number));
    return draft;
  }

  private void read(long pace) {
    if (closed) {
      return;
    }
    SketchLedger ledger = random.chance(0.6) ? random.pick(active) : random.pick(ledgers);
    SketchInstance instance = random.pick(instances);
    if (!labels.isEmpty() && random.chance(0.3)) {
      breakdown(ledger, random.below(labels.breakdowns()), instance);
    } else if (!labels.isEmpty() && random.chance(0.5)) {
      readOne(random.pick(random.pick(series.get(ledger))), instance);
    } else {
      readOne(ledger, instance);
    }
    list();
    later(pace, () -> read(pace));
  }

  private void readOne(SketchLedger ledger, SketchInstance instance) {
    if (sums.windows().isEmpty() || random.chance(0.4)) {
      read(ledger, instance, () -> {});
    } else {
      windows(ledger, random.chance(0.5) ? ledger.hours() : ledger.days(), instance, () -> {});
    }
  }

  /** Reads the series of a breakdown, a page at a time. */
  private void breakdown(SketchLedger ledger, int breakdown, SketchInstance instance) {
    Map<String, Long> before = new HashMap<>();
    Map<String, SketchLedger> all = new HashMap<>();
    for (SketchLedger one : series.get(ledger).get(breakdown)) {
      all.put(one.counter().series(), one);
      before.put(one.counter().series(), one.acknowledged());
    }
    pages(
        new SeriesRange(known(ledger), breakdown, Map.of(), "", 1 + random.below(3), false),
        instance,
        answer -> {
          SketchLedger one = all.get(answer.counter().series());
          one.check(answer, before.remove(one.counter().series()));
        },
        () -> before.forEach((key, values) -> all.get(key).complain("not in its page", values)));
  }

  private void pages(
      SeriesRange page, SketchInstance instance, Consumer<Answer> each, Runnable end) {
    instance.series(
        page,
        found -> {
          found.series().forEach(each);
          if (found.next() == null) {
            end.run();
          } else {
            SeriesRange next =
                new SeriesRange(
                    page.counter(), page.breakdown(), Map.of(), found.next(), page.limit(), false);
            pages(next, instance, each, end);
          }
        });
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
