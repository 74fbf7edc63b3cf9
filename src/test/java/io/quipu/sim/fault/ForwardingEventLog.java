package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.page.EventPartition;
import io.quipu.store.EventLog;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An event log that passes everything on, for those that change one thing. */
public abstract class ForwardingEventLog implements EventLog {
  private final EventLog to;

  protected ForwardingEventLog(EventLog to) {
    this.to = to;
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    return to.append(partition, rows);
  }

  @Override
  public CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink) {
    return to.slicePage(partition, page, sink);
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    return to.slice(partition, page, counter, from, before, sink);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(EventPartition partition) {
    return to.delete(partition);
  }
}
