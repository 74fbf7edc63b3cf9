package io.quipu.testing.sim.fault;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** Faults in the group of writers and its horizon. */
final class GroupFaults {
  private GroupFaults() {}

  /** Changes the group as it is by then, if no more than a part of the condition holds. */
  private static CompletionStage<CasOutcome> change(
      WriterRegistry real,
      Predicate<Group> condition,
      Function<Group, CompletionStage<CasOutcome>> change) {
    return real.groupSerial()
        .thenCompose(
            now ->
                condition.test(now.get())
                    ? change.apply(now.get())
                    : CompletableFuture.completedStage(CasOutcome.REFUSED))
        .exceptionally(unavailable -> CasOutcome.UNKNOWN);
  }

  record HorizonWithoutGeneration(WriterRegistry real) {
    public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
      return change(
          real, now -> now.horizon().equals(read.horizon()), now -> real.announce(now, made));
    }
  }

  /** Forgets whoever has ended, as long as the horizon is what it was: whoever joined is lost. */
  record LeaveOverwritesAJoin(WriterRegistry real) {
    public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
      return change(
          real,
          now -> now.horizon().equals(read.horizon()),
          now -> real.announce(now, of(now, made, read)));
    }

    private static Announcement of(Group now, Announcement made, Group read) {
      if (now.generation() == read.generation()) {
        return made;
      }
      Group left = now.withMembers(made.group().members());
      return new Announcement(left, made.now());
    }
  }

  /** Forgets a member that was silent for a quarter of its lease, which nobody has ended. */
  record EndNotAwaited(WriterRegistry real, Machine machine, Map<UUID, Silence> silent) {
    public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
      return real.writers(writers).thenApply(this::ended);
    }

    private Map<UUID, WriterRow> ended(Map<UUID, WriterRow> rows) {
      long now = machine.clock().monotonicNanos();
      rows.replaceAll((writer, row) -> isSilent(row, now) ? ended(row) : row);
      return rows;
    }

    private boolean isSilent(WriterRow row, long now) {
      Silence last =
          silent.merge(
              row.writer(),
              new Silence(row.seq(), now),
              (before, fresh) -> before.seq == fresh.seq ? before : fresh);
      return now - last.since > row.lease().toNanos() / 4;
    }

    private static WriterRow ended(WriterRow row) {
      return new WriterRow(row.writer(), row.seq(), State.DEAD, row.low(), row.now(), row.lease());
    }
  }

  record Silence(long seq, long since) {}

  record JoinWithoutHorizon(WriterRegistry real) {
    public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
      return change(
          real,
          now -> now.generation() == read.generation(),
          now -> real.join(writer, now, settles));
    }
  }

  /** Writes take their time, as they may. */
  static Protocol membersReadBefore() {
    return new Protocol()
        .with(Use.RECORDING, EventLog.class, SlowWrites::new)
        .with(null, WriterRegistry.class, MembersOfAnEarlierRead::new);
  }

  record SlowWrites(EventLog real, Machine machine) {
    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      return Slowness.of(machine, SeededRandom.SECOND)
          .thenCompose(later -> real.append(partition, rows));
    }
  }

  record DeadTooSoon(WriterRegistry real) {
    public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
      return real.writers(writers).thenApply(DeadTooSoon::impatient);
    }

    private static Map<UUID, WriterRow> impatient(Map<UUID, WriterRow> rows) {
      rows.replaceAll(
          (writer, row) ->
              new WriterRow(
                  writer, row.seq(), row.state(), row.low(), row.now(), row.lease().dividedBy(6)));
      return rows;
    }
  }

  record HorizonTooFar(WriterRegistry real) {
    public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
      EventTime horizon = made.group().horizon();
      return real.announce(read, moved(made, horizon.plusTicks(EventTime.TICKS_PER_SECOND / 2)));
    }
  }

  /** Those who leave the group to its watchers take the announcer's time for the horizon. */
  record AnnouncedTimeIsTheHorizon(WriterRegistry real) {
    public CompletionStage<Optional<Announcement>> announced() {
      return real.announced().thenApply(last -> last.map(made -> moved(made, made.now())));
    }
  }

  private static Announcement moved(Announcement made, EventTime horizon) {
    return new Announcement(made.group().withHorizon(horizon), made.now());
  }
}
