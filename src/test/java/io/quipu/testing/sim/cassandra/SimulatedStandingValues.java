package io.quipu.testing.sim.cassandra;

import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Subject;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Standing values over the simulated replicas: each actor of a page is a partition here, so that
 * what is deleted together is what was written up to a time.
 */
public final class SimulatedStandingValues implements StandingValues {
  private final Driver driver;

  public SimulatedStandingValues(Driver driver) {
    this.driver = driver;
  }

  /** The values of one actor. */
  record OfActor(Part part, CounterName counter, String actor) {}

  @Override
  public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
    return driver.readEach(
        new LinkedHashSet<>(actors),
        actor ->
            new Slice(
                new OfActor(part, actor.counter(), actor.id()),
                TimeuuidKey.boundary(EventTime.MIN),
                TimeuuidKey.boundary(EventTime.MAX),
                Integer.MAX_VALUE),
        (actor, rows) ->
            rows.values().forEach(row -> sink.counted(actor.counter(), (CountedId) row)));
  }

  @Override
  public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
    return driver.writeEach(values.stream().map(counted -> row(part, counted)).toList());
  }

  private static Mutation row(Part part, Counted counted) {
    CountedId value = counted.id();
    String actor = Subject.of(value.id(), value.window());
    return Mutation.row(
        new OfActor(part, counted.counter(), actor),
        new TimeuuidKey(value.at()),
        value,
        EventTime.of(value.at()).ticks());
  }

  /** All that was written before: each at the time of its row. */
  @Override
  public CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before) {
    OfActor of = new OfActor(part, actor.counter(), actor.id());
    return driver.write(Mutation.deletePartition(of, before.ticks() - 1));
  }

  @Override
  public CompletionStage<WriteOutcome> erase(Part part, Extent extent) {
    throw new UnsupportedOperationException("no namespace is deleted here");
  }
}
