package io.quipu.testing.sim.fault;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.LowWatermark;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
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

  static final class AcknowledgesAfterLapse extends Protocol {
    private Incarnation recording;

    @Override
    public Incarnation recordsAs(Machine machine, Incarnation incarnation) {
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

  static final class LeaseFromAnswer extends Protocol {
    private Incarnation recording;
    private Duration length = Duration.ofSeconds(1);

    LeaseFromAnswer() {
      with(null, WriterRegistry.class, (real, machine) -> new Beats(real, machine, this));
    }

    @Override
    public Incarnation recordsAs(Machine machine, Incarnation incarnation) {
      if (recording == null || recording.number() != incarnation.number()) {
        Lease lease = new Lease(machine.clock(), length, Lease.sample(machine.clock()));
        recording = under(incarnation, lease);
      }
      return recording;
    }
  }

  /** Renews the lease before anybody has had a chance to find it lapsed. */
  record Beats(WriterRegistry real, Machine machine, LeaseFromAnswer of) {
    public CompletionStage<CasOutcome> enroll(WriterRow row) {
      of.length = row.lease();
      return real.enroll(row);
    }

    public CompletionStage<CasOutcome> heartbeat(
        UUID writer, long seq, EventTime low, EventTime now) {
      return real.heartbeat(writer, seq, low, now)
          .thenApply(
              outcome -> {
                if (outcome == CasOutcome.APPLIED && of.recording != null) {
                  boolean unused = of.recording.lease().renew(Lease.sample(machine.clock()));
                }
                return outcome;
              });
    }
  }

  /** The low watermark is the writer's time. */
  static final class LowIgnoresInFlight extends Protocol {
    @Override
    protected LowWatermark lows(LowWatermark lows) {
      return incarnation -> lows.low(incarnation).thenApply(low -> incarnation.time().now());
    }
  }

  /** Takes an unknown outcome for another. */
  record UnknownIs(EventLog real, WriteOutcome taken) {
    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      return real.append(partition, rows)
          .thenApply(outcome -> outcome == WriteOutcome.UNKNOWN ? taken : outcome);
    }
  }

  /** Acknowledges rows that are sent a moment later, if the process is still there. */
  record SentLater(EventLog real, Machine machine) {
    private static final long MOMENT = 50 * SeededRandom.MILLI;

    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      machine.run(
          () -> {
            var unused = real.append(partition, rows);
          },
          MOMENT);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record PartitionNotNamed(EventDirectory real) {
    public CompletionStage<WriteOutcome> name(EventPartition partition) {
      var unused = real.name(partition);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record HourNotNamed(EventDirectory real) {
    public CompletionStage<WriteOutcome> name(Hour hour) {
      var unused = real.name(hour);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  /** What another writer is just naming need not be named again. */
  record BelievesAnother(EventDirectory real, Machine machine) {
    private static final Map<World, Set<EventPartition>> BEGUN =
        Collections.synchronizedMap(new WeakHashMap<>());

    public CompletionStage<WriteOutcome> name(EventPartition partition) {
      return BEGUN.computeIfAbsent(machine.world(), any -> new HashSet<>()).add(partition)
          ? real.name(partition)
          : CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }
}
