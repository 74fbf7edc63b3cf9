package io.quipu.testing.sim.fault;

import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store of standing values that does what another does, for those that spoil a part of it. */
class ForwardingValues implements StandingValues {
  final StandingValues real;

  ForwardingValues(StandingValues real) {
    this.real = real;
  }

  @Override
  public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
    return real.find(part, actors, sink);
  }

  @Override
  public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
    return real.write(part, values);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before) {
    return real.forget(part, actor, before);
  }
}
