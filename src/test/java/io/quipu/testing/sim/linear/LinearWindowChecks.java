package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;

/** Reads windows, while events come and in the end: they sum to the count. */
final class LinearWindowChecks implements LinearChecks {
  private static final long HOURS = 4;

  private final World world;
  private final List<LinearInstance> instances;
  private final LinearLoad load;
  private final Collection<CounterName> others;
  private boolean closed;
  private int answers;

  LinearWindowChecks(
      World world,
      List<LinearInstance> instances,
      LinearLoad load,
      Collection<CounterName> others) {
    this.world = world;
    this.instances = instances;
    this.load = load;
    this.others = others;
  }

  @Override
  public void begin() {
    world
        .timeline()
        .after(world.random().spread(SeededRandom.SECOND / 20, SeededRandom.SECOND), this::read);
  }

  /** Nothing more is read until {@link #end}. */
  @Override
  public void close() {
    closed = true;
  }

  /** Those around the last event: clocks are not off by more. */
  private static WindowCover around(EventTime last, Granularity granularity) {
    EventTime from = EventTime.ofEpochSecond(last.epochSecond() - HOURS * 3_600);
    EventTime to = EventTime.ofEpochSecond(last.epochSecond() + HOURS * 3_600);
    return WindowCover.of(granularity.windowOf(from), granularity.windowOf(to));
  }

  /** Of single events that add 1: what was answered before is there, what was not sent is not. */
  private void read() {
    if (closed) {
      return;
    }
    LinearInstance instance = world.random().pick(instances);
    long least = load.sent(LinearLoad.OPEN).stream().filter(Sent::isRecorded).count();
    EventTime now = instance.machine().clock().wall();
    Granularity granularity = world.random().pick(List.of(Granularity.HOUR, Granularity.DAY));
    instance.windows(
        known(LinearLoad.OPEN),
        around(now, granularity),
        sum -> {
          long most = load.sent(LinearLoad.OPEN).size();
          if (sum.events() < least || sum.events() > most) {
            world.mishap(
                "open: windows lack events, or have more: "
                    + sum
                    + ", not "
                    + least
                    + " to "
                    + most);
          }
        });
    begin();
  }

  /** Asks for the windows of all counters. */
  @Override
  public void end() {
    for (CounterName counter : counters()) {
      world.random().pick(instances).readSerial(counter, state -> end(counter, state));
    }
  }

  private void end(CounterName counter, LinearState end) {
    for (Granularity granularity : Granularity.values()) {
      if (end.version() == 0) {
        answers++;
        continue;
      }
      world
          .random()
          .pick(instances)
          .windows(
              known(counter),
              around(end.last(), granularity),
              sum -> {
                answers++;
                check(counter, end, sum);
              });
    }
  }

  private void check(CounterName counter, LinearState end, Tally sum) {
    boolean anew = counter.equals(LinearLoad.METERED);
    boolean same = anew || sum.count().equals(BigInteger.valueOf(end.count()));
    if (!same || sum.events() != end.events() - end.eventsBefore()) {
      world.mishap(counter.name() + ": windows do not sum to the count: " + sum + " of " + end);
    }
  }

  /** All counters but those whose windows somebody else looks at. */
  private List<CounterName> counters() {
    return load.counters().stream().filter(one -> !others.contains(one)).toList();
  }

  @Override
  public boolean isDone() {
    return answers == counters().size() * Granularity.values().length;
  }

  private static KnownCounter known(CounterName counter) {
    return new KnownCounter(counter, Namespace.of(counter.namespace(), "linear"));
  }
}
