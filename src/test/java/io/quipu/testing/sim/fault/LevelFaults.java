package io.quipu.testing.sim.fault;

import io.quipu.engine.ingest.Levels;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.PathNames;
import io.quipu.testing.sim.Protocol;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults in recording events for counters and those above them. */
final class LevelFaults {
  private LevelFaults() {}

  record NotAwaited(EventLog real) {
    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      CompletionStage<WriteOutcome> written = real.append(partition, rows);
      return rows.stream().allMatch(some -> PathNames.isTop(some.counter()))
          ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
          : written;
    }
  }

  static final class IdsWithoutName extends Protocol {
    @Override
    protected Recording accepted(Recording recording) {
      return recording instanceof Levels levels
          ? new Levels(levels.named().withIdPrefix(""), levels.separator(), levels.lives())
          : recording;
    }
  }

  record IdsOfTheirOwn(EventLog real) {
    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      return real.append(partition, rows.stream().map(IdsOfTheirOwn::spoilt).toList());
    }

    private static CounterRows spoilt(CounterRows some) {
      return PathNames.isTop(some.counter())
          ? new CounterRows(
              some.page(), some.counter(), some.rows().stream().map(IdsOfTheirOwn::spoilt).toList())
          : some;
    }

    private static EventRow spoilt(EventRow row) {
      return row.id() == null
          ? row
          : new EventRow(row.at(), row.delta(), row.events(), row.id() + row.at(), row.window());
    }
  }
}
