package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.Protocol;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.core.Machine;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.writer.WriterView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Faults between the rows and the checkpoint. */
final class SettlingFaults {
  private SettlingFaults() {}

  /** Takes in the rows at the horizon, too. */
  static final class SliceToInclusive extends Protocol {
    @Override
    protected EventStore events(Use use, Machine machine, EventStore events) {
      return new ForwardingEvents(events) {
        @Override
        public CompletionStage<Void> slice(
            Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
          // Told on as if it lay just below, or the settler would throw it out again.
          return real.slice(
              partition,
              from,
              before.plusTicks(1),
              limit,
              (at, delta, events, id, window) ->
                  sink.row(
                      EventTime.of(at).isBefore(before)
                          ? at
                          : new EventTime(before.ticks() - 1).timeuuid(0, 1),
                      delta,
                      events,
                      id,
                      window));
        }
      };
    }
  }

  /** Leaves out the rows at the checkpoint's {@code until}. */
  static final class SliceFromExclusive extends Protocol {
    @Override
    protected EventStore events(Use use, Machine machine, EventStore events) {
      return new ForwardingEvents(events) {
        @Override
        public CompletionStage<Void> slice(
            Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
          return real.slice(partition, from.plusTicks(1), before, limit, sink);
        }
      };
    }
  }

  /** Settles up to the group's time, of which nobody has announced that it is final. */
  static final class SettlesPastTheHorizon extends Protocol {
    @Override
    protected WriterView settlesBy(WriterView view) {
      return new WriterView(view.self(), view.now(), view.origin(), view.now(), view.settlers());
    }
  }

  /** Folds rows that were read in an earlier round, before this horizon was announced. */
  static final class SliceBeforeHorizon extends Protocol {
    @Override
    protected EventStore events(Use use, Machine machine, EventStore events) {
      return use == Use.SETTLING ? new EarlierSlices(events) : events;
    }
  }

  private static final class EarlierSlices extends ForwardingEvents {
    private final Map<Partition, List<EventRow>> earlier = new HashMap<>();

    private EarlierSlices(EventStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Void> slice(
        Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
      List<EventRow> rows = new ArrayList<>();
      return real.slice(
              partition,
              from,
              EventTime.MAX,
              limit,
              (at, delta, events, id, window) ->
                  rows.add(new EventRow(at, delta, events, id, window)))
          .thenAccept(
              read -> {
                List<EventRow> known = earlier.put(partition, rows);
                for (EventRow row : known == null ? rows : known) {
                  EventTime at = EventTime.of(row.at());
                  if (!at.isBefore(from) && at.isBefore(before)) {
                    sink.row(row.at(), row.delta(), row.events(), row.id(), row.window());
                  }
                }
              });
    }
  }

  /** Takes a refused compare-and-set for an applied one. */
  static final class CasIgnored extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<CasOutcome> advance(
            CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
          return real.advance(counter, expected, next, windows)
              .thenApply(outcome -> CasOutcome.APPLIED);
        }
      };
    }
  }

  /** Advances whatever is there. */
  static final class AdvanceWithoutCondition extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<CasOutcome> advance(
            CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
          return real.readSerial(counter)
              .thenCompose(now -> real.advance(counter, now, next, windows))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }
  }

  /** An unknown outcome of a compare-and-set is taken for a success. */
  static final class UnknownIsApplied extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<CasOutcome> advance(
            CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
          return real.advance(counter, expected, next, windows)
              .thenApply(outcome -> outcome == CasOutcome.UNKNOWN ? CasOutcome.APPLIED : outcome);
        }
      };
    }
  }

  /** Believes a checkpoint that a quorum answered, and reads its windows afterwards. */
  static final class ReadsByQuorum extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<Checkpoint> readSerial(CounterName counter) {
          return real.read(counter);
        }
      };
    }
  }
}
