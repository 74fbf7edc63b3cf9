package io.quipu.testing.sim.fault;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.LowWatermark;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.World;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults between an event and its acknowledgement. */
final class RecordingFaults {
  private RecordingFaults() {}

  /** Acknowledges although the lease lapsed. */
  static final class AcknowledgesAfterLapse extends Protocol {
    private Incarnation recording;

    @Override
    protected Incarnation recordsAs(Machine machine, Incarnation incarnation) {
      if (recording == null || recording.number() != incarnation.number()) {
        recording = under(incarnation, new Lease(new Stopped(), Duration.ofDays(1), START));
      }
      return recording;
    }
  }

  private static final Lease.Sample START = new Lease.Sample(0, EventTime.MIN);

  /** Clocks that never move. */
  private static final class Stopped implements Clock {
    @Override
    public long monotonicNanos() {
      return 0;
    }

    @Override
    public EventTime wall() {
      return EventTime.MIN;
    }
  }

  private static Incarnation under(Incarnation known, Lease lease) {
    return new Incarnation(known.writer(), known.number(), known.floor(), lease, known.time());
  }

  /** The lease runs from the answer to the heartbeat, not from its sending. */
  static final class LeaseFromAnswer extends Protocol {
    private Incarnation recording;
    private Duration length = Duration.ofSeconds(1);

    @Override
    protected Incarnation recordsAs(Machine machine, Incarnation incarnation) {
      if (recording == null || recording.number() != incarnation.number()) {
        Lease lease = new Lease(machine.clock(), length, Lease.sample(machine.clock()));
        recording = under(incarnation, lease);
      }
      return recording;
    }

    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new ForwardingRegistry(registry) {
        @Override
        public CompletionStage<CasOutcome> enroll(WriterRow row) {
          length = row.lease();
          return real.enroll(row);
        }

        @Override
        public CompletionStage<CasOutcome> heartbeat(
            UUID writer, long seq, EventTime low, EventTime now) {
          return real.heartbeat(writer, seq, low, now)
              .thenApply(
                  outcome -> {
                    if (outcome == CasOutcome.APPLIED && recording != null) {
                      restart(recording.lease(), machine);
                    }
                    return outcome;
                  });
        }
      };
    }

    /** Renewed before anybody has had a chance to find it lapsed. */
    private static void restart(Lease lease, Machine machine) {
      boolean unused = lease.renew(Lease.sample(machine.clock()));
    }
  }

  /** The low watermark is the writer's time, whatever is in flight. */
  static final class LowIgnoresInFlight extends Protocol {
    @Override
    protected LowWatermark lows(LowWatermark lows) {
      return incarnation -> lows.low(incarnation).thenApply(low -> incarnation.time().now());
    }
  }

  /** A write whose outcome is unknown is reported as refused. */
  static final class UnknownIsRefused extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return new ForwardingEventLog(events) {
        @Override
        public CompletionStage<WriteOutcome> append(
            EventPartition partition, List<CounterRows> rows) {
          return real.append(partition, rows)
              .thenApply(
                  outcome -> outcome == WriteOutcome.UNKNOWN ? WriteOutcome.REFUSED : outcome);
        }
      };
    }
  }

  /** The names of partitions are written, but not awaited. */
  static final class PartitionNotNamed extends Protocol {
    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      return new ForwardingDirectory(directory) {
        @Override
        public CompletionStage<WriteOutcome> name(EventPartition partition) {
          var unused = real.name(partition);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** The names of hours are written, but not awaited. */
  static final class HourNotNamed extends Protocol {
    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      return new ForwardingDirectory(directory) {
        @Override
        public CompletionStage<WriteOutcome> name(Hour hour) {
          var unused = real.name(hour);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** What another writer is just naming need not be named again. */
  static final class BelievesAnother extends Protocol {
    private static final Map<World, Set<EventPartition>> BEGUN =
        Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      Set<EventPartition> begun =
          BEGUN.computeIfAbsent(
              machine.world(), any -> Collections.synchronizedSet(new HashSet<>()));
      return new ForwardingDirectory(directory) {
        @Override
        public CompletionStage<WriteOutcome> name(EventPartition partition) {
          return begun.add(partition)
              ? real.name(partition)
              : CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** One replica is enough to acknowledge: an unknown outcome is taken for written. */
  static final class UnknownIsWritten extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return new ForwardingEventLog(events) {
        @Override
        public CompletionStage<WriteOutcome> append(
            EventPartition partition, List<CounterRows> rows) {
          return real.append(partition, rows)
              .thenApply(
                  outcome -> outcome == WriteOutcome.UNKNOWN ? WriteOutcome.WRITTEN : outcome);
        }
      };
    }
  }
}
