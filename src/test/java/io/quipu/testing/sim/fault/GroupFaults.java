package io.quipu.testing.sim.fault;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults in the group of writers and its horizon. */
final class GroupFaults {
  private GroupFaults() {}

  /** Announces whatever generation there is by then. */
  static final class HorizonWithoutGeneration extends Protocol {
    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new ForwardingRegistry(registry) {
        @Override
        public CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
          return real.groupSerial()
              .thenCompose(
                  now ->
                      now.get().horizon().equals(read.horizon())
                          ? real.announce(now.get(), horizon)
                          : CompletableFuture.completedStage(CasOutcome.REFUSED))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }
  }

  /**
   * Believes the first answer to a look at the group, while writes take their time, as they may.
   */
  static final class GroupReadOnce extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.RECORDING
          ? new ForwardingEventLog(events) {
            @Override
            public CompletionStage<WriteOutcome> append(
                EventPartition partition, List<CounterRows> rows) {
              return Slowness.of(machine, SeededRandom.SECOND)
                  .thenCompose(later -> real.append(partition, rows));
            }
          }
          : events;
    }

    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new FirstAnswerBelieved(registry, machine);
    }
  }

  /** Joins whatever horizon was announced since it read the group. */
  static final class JoinWithoutHorizon extends Protocol {
    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new ForwardingRegistry(registry) {
        @Override
        public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
          return real.groupSerial()
              .thenCompose(
                  now ->
                      now.get().generation() == read.generation()
                          ? real.join(writer, now.get(), settles)
                          : CompletableFuture.completedStage(CasOutcome.REFUSED))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }
  }

  /** Others are declared dead after a part of a lease without a heartbeat. */
  static final class DeadTooSoon extends Protocol {
    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new ForwardingRegistry(registry) {
        @Override
        public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
          return real.writers(writers).thenApply(DeadTooSoon::impatient);
        }
      };
    }

    private static Map<UUID, WriterRegistry.WriterRow> impatient(
        Map<UUID, WriterRegistry.WriterRow> rows) {
      rows.replaceAll(
          (writer, row) ->
              new WriterRegistry.WriterRow(
                  writer, row.seq(), row.state(), row.low(), row.now(), row.lease().dividedBy(6)));
      return rows;
    }
  }

  /** Announces a horizon that is half a second past what the writers said. */
  static final class HorizonTooFar extends Protocol {
    @Override
    protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new ForwardingRegistry(registry) {
        @Override
        public CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
          return real.announce(read, horizon.plusTicks(EventTime.TICKS_PER_SECOND / 2));
        }
      };
    }
  }
}
