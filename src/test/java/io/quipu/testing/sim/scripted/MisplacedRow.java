package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An event log that answers with the same row of one counter, whatever was asked for. */
public final class MisplacedRow extends ScriptedEventLog {
  private final CounterName counter;
  private final EventTime at;

  public MisplacedRow(CounterName counter, EventTime at) {
    this.counter = counter;
    this.at = at;
  }

  @Override
  public CompletionStage<Void> slicePage(
      EventPartition partition, int page, CounterRange counters, PageSink sink) {
    sink.row(counter, at.timeuuid(0, 1), 1, 1, null, 0, EventMinute.OWN, List.of());
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName asked,
      EventTime from,
      EventTime before,
      RowSink sink) {
    sink.row(at.timeuuid(0, 1), 1, 1, null, 0, EventMinute.OWN, List.of());
    return CompletableFuture.completedStage(null);
  }
}
