package io.quipu.testing.sim;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.state.Event;
import io.quipu.testing.sim.Item.Attempt;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Clients that record events: with ids, which they send again, and without, which they do not. */
final class Load {
  private static final int REPEATED_IDS = 3;

  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;
  private final History history;
  private final SeededRandom random;
  private final ChangedSettings settings;
  private final DrawnTimes times;
  private final PromisedLives promised;
  private final Deletions deletions;
  private final Applications applications;
  private final ChangedKeep keep;
  private boolean closing;

  Load(
      World world,
      Scenario scenario,
      Fleet fleet,
      History history,
      PromisedLives promised,
      Deletions deletions,
      Protocol protocol) {
    this.applications = new Applications(world, scenario, fleet, history, protocol);
    this.keep = new ChangedKeep(world, scenario, fleet);
    this.promised = promised;
    this.deletions = deletions;
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
    this.history = history;
    this.random = world.random();
    this.settings = new ChangedSettings(world, scenario);
    this.times =
        new DrawnTimes(scenario.lateness(), scenario.stress() == Stress.HISTORY, world.random());
  }

  /** Plans everything. Some events come in bursts, so that they share writes. */
  void begin() {
    settings.begin();
    if (scenario.stress() == Stress.RETRYING) {
      applications.begin();
      return;
    }
    for (CounterName counter : scenario.tagged().keySet()) {
      List<Integer> digits = scenario.digits(counter);
      int next = 0;
      while (next < digits.size()) {
        long moment = random.between(0, scenario.nanos());
        int burst = Math.min(digits.size() - next, random.chance(0.3) ? 2 + random.below(5) : 1);
        for (int i = 0; i < burst; i++) {
          next += plan(counter, digits, next, moment + random.between(0, 3 * SeededRandom.MILLI));
        }
      }
    }
    deletions.begin();
    keep.begin();
    for (CounterName counter : toBeReset()) {
      world.timeline().after(untilReset(), () -> reset(counter));
    }
    for (CounterName counter : scenario.repeated().keySet()) {
      world.timeline().after(random.between(0, SeededRandom.SECOND), () -> repeat(counter));
    }
    for (CounterName counter : scenario.bulk().keySet()) {
      world.timeline().after(random.between(0, SeededRandom.SECOND), () -> sendBulk(counter));
    }
    for (CounterName counter : scenario.latest().keySet()) {
      world.timeline().after(random.between(0, SeededRandom.SECOND), () -> state(counter));
    }
  }

  private List<CounterName> toBeReset() {
    return switch (scenario.stress()) {
      case RESETTING, IDLE_SERIES -> List.copyOf(scenario.tagged().keySet());
      case SERIES, RANKING, CRASHING, ALONE ->
          List.copyOf(scenario.tagged().keySet())
              .subList(0, random.below(scenario.tagged().size()));
      case LATE, ENDS, DELETING, MAPPED, WEEKS ->
          List.copyOf(scenario.tagged().keySet()).subList(0, random.below(2));
      case LEVELS -> random.chance(0.3) ? scenario.withTops() : List.of();
      case LATEST -> List.copyOf(scenario.latest().keySet()).subList(0, random.below(2));
      default -> List.of();
    };
  }

  private long untilReset() {
    if (scenario.stress() == Stress.IDLE_SERIES) {
      return random.spread(SeededRandom.SECOND / 5, 5 * SeededRandom.SECOND);
    }
    return random.spread(SeededRandom.SECOND / 5, scenario.nanos() / 3);
  }

  private void reset(CounterName counter) {
    if (closing) {
      return;
    }
    Instance instance = fleet.any();
    if (instance.machine().alive()) {
      world.trace().note("client", () -> "resets " + counter.name());
      reset(instance, counter);
    }
    world.timeline().after(untilReset(), () -> reset(counter));
  }

  private void reset(Instance instance, CounterName counter) {
    Settings with = settings.of(counter);
    Sending sending = new Sending(world.now());
    if (!scenario.deletes()) {
      history.reset(counter, sending);
      record(instance, with.reset(), sending);
      return;
    }
    instance
        .record(
            counter,
            actual -> new Reset(actual, with.shards(), with.retention()),
            actual -> {
              promised.taken(actual, sending.sent);
              history.reset(actual, sending);
            })
        .whenComplete((outcome, failure) -> sending.told(outcome, world.now()));
  }

  private void record(Instance instance, Recording recording, Sending sending) {
    instance
        .record(recording)
        .whenComplete((outcome, failure) -> sending.told(outcome, world.now()));
  }

  /** An actor states something, or one that it has stated before is sent again. */
  private void state(CounterName counter) {
    if (closing) {
      return;
    }
    Statements.Stated stated = history.statements(counter).next(random);
    send(counter, stated);
    if (random.chance(0.3)) {
      world.timeline().after(laterOn(), () -> send(counter, stated));
    }
    world
        .timeline()
        .after(random.spread(SeededRandom.MILLI, SeededRandom.SECOND), () -> state(counter));
  }

  private void send(CounterName counter, Statements.Stated stated) {
    Instance instance = fleet.any();
    if (!closing && instance.machine().alive()) {
      Sending sending = stated.sent(world.now());
      record(instance, append(instance, settings.of(counter), List.of(stated.event())), sending);
    }
  }

  /** Nothing new is sent any more; what has an id is still sent until it is acknowledged. */
  void close() {
    closing = true;
    deletions.close();
    keep.close();
  }

  /** Returns how many digits it takes. */
  private int plan(CounterName counter, List<Integer> digits, int next, long moment) {
    if (next >= digits.size()) {
      return 0;
    }
    int digit = digits.get(next);
    boolean named = random.chance(named());
    Item item = history.item(counter, named ? "id-" + next : null);
    boolean conflict = named && next + 1 < digits.size() && random.chance(conflicts());
    world.timeline().at(moment, () -> send(item, digit));
    if (named && random.chance(scenario.stress() == Stress.SETTLING ? 0.7 : 0.3)) {
      int other = conflict ? digits.get(next + 1) : digit;
      long later =
          random.chance(scenario.stress() == Stress.SETTLING ? 0.1 : 0.5)
              ? random.between(0, 20 * SeededRandom.MILLI)
              : laterOn();
      world.timeline().at(moment + later, () -> send(item, other));
    }
    return conflict ? 2 : 1;
  }

  /** The series of an id with other values must be of one moment to sum to a count. */
  private double conflicts() {
    return scenario.stress() == Stress.IDLE_SERIES ? 0 : 0.1;
  }

  private double named() {
    return switch (scenario.stress()) {
      case NONE, COLLECTING, CHANGING, REPLACING -> 0.6;
      case SETTLING -> 0.9;
      case GROUP -> 0.2;
      case READING,
          LATEST,
          RESETTING,
          LEVELS,
          LATE,
          HISTORY,
          ENDS,
          DELETING,
          MAPPED,
          SERIES,
          IDLE_SERIES ->
          0.5;
      case RANKING, CRASHING, ALONE, WEEKS, RETRYING, KEEPING -> 0.6;
    };
  }

  private long laterOn() {
    return scenario.collects() && random.chance(0.7)
        ? random.between(60 * SeededRandom.SECOND, 140 * SeededRandom.SECOND)
        : random.spread(SeededRandom.SECOND / 10, 40 * SeededRandom.SECOND);
  }

  private void send(Item item, int digit) {
    // a counter that was purged since counts an id once more
    boolean countsAgain = scenario.deletes() && item.isAcknowledged();
    if (closing && (item.id() == null || countsAgain)) {
      return;
    }
    Instance instance = fleet.any();
    if (!instance.machine().alive()) {
      again(item, digit);
      return;
    }
    Attempt attempt = item.attempt(digit, world.now());
    boolean[] over = {false};
    world.trace().note("client", () -> "sends " + item + " to " + instance.machine().name());
    recorded(instance, item, attempt)
        .whenComplete(
            (outcome, failure) -> {
              if (!random.chance(world.network().lost)) {
                answered(item, attempt, outcome);
                if (!over[0] && !(outcome instanceof Recorded)) {
                  over[0] = true;
                  after(item, digit, outcome);
                }
                over[0] = true;
              }
            });
    world
        .timeline()
        .after(
            random.between(3 * SeededRandom.SECOND, 8 * SeededRandom.SECOND),
            () -> {
              if (!over[0]) {
                over[0] = true;
                after(item, digit, new RecordOutcome.OutcomeUnknown());
              }
            });
  }

  private CompletionStage<RecordOutcome> recorded(Instance instance, Item item, Attempt attempt) {
    if (!scenario.deletes()) {
      return instance.record(recording(instance, item, attempt));
    }
    Settings with = settings.of(item.counter());
    Event event = event(item, attempt);
    return instance.record(
        item.counter(),
        actual -> append(instance, with, actual, List.of(event)),
        actual -> {
          promised.taken(actual, attempt.sent);
          history.inLife(item, actual).attempts().add(attempt);
        });
  }

  private Event event(Item item, Attempt attempt) {
    Event event = Item.event(attempt.digit, item.id());
    return scenario.hasSeries() ? DrawnSeries.of(event, attempt.digit, random) : event;
  }

  private Recording recording(Instance instance, Item item, Attempt attempt) {
    CounterName counter = item.counter();
    Event event = event(item, attempt);
    Settings with = settings.of(counter);
    if (PathNames.isPath(counter)) {
      return PathNames.recording(with, event);
    }
    Append append = append(instance, with, List.of(event));
    attempt.minute = append.events().get(0).minute();
    return append;
  }

  private Append append(Instance instance, Settings with, List<Event> events) {
    return append(instance, with, with.counter(), events);
  }

  private Append append(Instance instance, Settings with, CounterName counter, List<Event> events) {
    DrawnTimes drawn =
        scenario.stress() == Stress.KEEPING
            ? new DrawnTimes(Lateness.of(instance.namespace()), false, random)
            : times;
    return drawn.drawn(
        new Append(counter, with.shards(), with.retention(), with.window(), true, events),
        instance.groupTime());
  }

  private void answered(Item item, Attempt attempt, RecordOutcome outcome) {
    world.trace().note("client", () -> "is told " + outcome + " of " + item);
    attempt.told(outcome, world.now());
    if (attempt.isAcknowledged()
        && item.id() != null
        && !closing
        && random.chance(scenario.collects() ? 0.4 : 0.2)) {
      world.timeline().after(laterOn(), () -> send(item, attempt.digit));
    }
  }

  /** What was refused may be sent again; what is unknown only under an id. */
  private void after(Item item, int digit, RecordOutcome outcome) {
    if (item.id() != null || (outcome instanceof Refused && !closing)) {
      again(item, digit);
    }
  }

  private void again(Item item, int digit) {
    if (!item.isAcknowledged()) {
      world
          .timeline()
          .after(
              random.spread(SeededRandom.SECOND / 20, 2 * SeededRandom.SECOND),
              () -> send(item, digit));
    }
  }

  private void sendBulk(CounterName counter) {
    if (closing) {
      return;
    }
    Instance instance = fleet.any();
    if (instance.machine().alive()) {
      List<Event> events = new ArrayList<>();
      long sum = 0;
      int happenings = 0;
      for (int i = 1 + random.below(6); i > 0; i--) {
        long delta = random.between(1L, 1_000_000L) * (random.chance(0.5) ? 1 : -1);
        Event event = new Event(delta, (delta & 1) == 0 ? 1 : 5, null);
        events.add(event);
        sum += delta;
        happenings += event.events();
      }
      Sending sending = history.bulk(counter, sum, happenings, world.now());
      record(instance, append(instance, settings.of(counter), events), sending);
    }
    world
        .timeline()
        .after(random.spread(SeededRandom.MILLI, SeededRandom.SECOND), () -> sendBulk(counter));
  }

  /** One of few ids, again: it counts if it was forgotten since it last did. */
  private void repeat(CounterName counter) {
    if (closing) {
      return;
    }
    Instance instance = fleet.any();
    if (instance.machine().alive()) {
      Settings with = settings.of(counter);
      String id = "again-" + random.below(REPEATED_IDS);
      Sending sending = history.repetition(with, id, world.now());
      record(instance, append(instance, with, List.of(new Event(1, id))), sending);
    }
    world
        .timeline()
        .after(
            random.spread(SeededRandom.SECOND / 50, 3 * SeededRandom.SECOND),
            () -> repeat(counter));
  }
}
