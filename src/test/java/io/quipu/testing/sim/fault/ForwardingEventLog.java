package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An event log that does what another does, for those that spoil a part of it. */
public class ForwardingEventLog implements EventLog {
  final EventLog real;

  protected ForwardingEventLog(EventLog real) {
    this.real = real;
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    return real.append(partition, rows);
  }

  @Override
  public CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink) {
    return real.slicePage(partition, page, sink);
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    return real.slice(partition, page, counter, from, before, sink);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(EventPartition partition) {
    return real.delete(partition);
  }
}
