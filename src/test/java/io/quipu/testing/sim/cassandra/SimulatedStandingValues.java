package io.quipu.testing.sim.cassandra;

import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Subject;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (CounterId actor : new LinkedHashSet<>(actors)) {
      OfActor of = new OfActor(part, actor.counter(), actor.id());
      TimeuuidKey from = TimeuuidKey.boundary(EventTime.MIN);
      TimeuuidKey before = TimeuuidKey.boundary(EventTime.MAX);
      all =
          all.thenCombine(
              driver.read(new Slice(of, from, before, Integer.MAX_VALUE)),
              (found, rows) -> {
                rows.values().forEach(row -> sink.counted(actor.counter(), (CountedId) row));
                return null;
              });
    }
    return all;
  }

  @Override
  public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
    CompletionStage<WriteOutcome> all = CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    for (Counted counted : values) {
      CountedId value = counted.id();
      String actor = Subject.of(value.id(), value.window());
      all =
          all.thenCombine(
              driver.write(
                  Mutation.row(
                      new OfActor(part, counted.counter(), actor),
                      new TimeuuidKey(value.at()),
                      value,
                      EventTime.of(value.at()).ticks())),
              WriteOutcome::and);
    }
    return all;
  }

  /** All that was written before: each at the time of its row. */
  @Override
  public CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before) {
    OfActor of = new OfActor(part, actor.counter(), actor.id());
    return driver.write(Mutation.deletePartition(of, before.ticks() - 1));
  }
}
