package io.quipu.testing.sim.fault;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A directory that does what another does, for those that spoil a part of it. */
class ForwardingDirectory implements EventDirectory {
  final EventDirectory real;

  ForwardingDirectory(EventDirectory real) {
    this.real = real;
  }

  @Override
  public CompletionStage<WriteOutcome> name(EventPartition partition) {
    return real.name(partition);
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    return real.name(hour);
  }

  @Override
  public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
    return real.look(part, hours, from);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    return real.forget(partition);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    return real.forget(hour);
  }
}
