package io.quipu.testing.sim.fault;

import io.quipu.engine.model.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store of settled ids that does what another does, for those that spoil a part of it. */
class ForwardingIds implements SettledIds {
  final SettledIds real;

  ForwardingIds(SettledIds real) {
    this.real = real;
  }

  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
    return real.find(partition, ids, sink);
  }

  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
    return real.remember(partition, ids);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(IdPartition partition) {
    return real.delete(partition);
  }
}
