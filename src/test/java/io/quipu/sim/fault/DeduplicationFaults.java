package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.Granularity;
import io.quipu.counter.Window;
import io.quipu.sim.Protocol;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.core.Machine;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.Epochs;
import io.quipu.store.MemberStore;
import io.quipu.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Faults in settling ids. */
final class DeduplicationFaults {
  private DeduplicationFaults() {}

  /** Believes members of epochs that were aborted. */
  static final class BelievesAborted extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new OtherEpochs(
          checkpoints, epochs -> new Epochs(epochs.current(), epochs.preparing(), Set.of()));
    }
  }

  /** Reads believe members of an epoch that is still being prepared. */
  static final class BelievesPrepared extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return use == Use.READING
          ? new OtherEpochs(
              checkpoints, epochs -> new Epochs(epochs.current(), false, epochs.aborted()))
          : checkpoints;
    }
  }

  private static final class OtherEpochs extends ForwardingCheckpoints {
    private final UnaryOperator<Epochs> change;

    private OtherEpochs(CheckpointStore real, UnaryOperator<Epochs> change) {
      super(real);
      this.change = change;
    }

    @Override
    public CompletionStage<Checkpoint> read(CounterName counter) {
      return real.read(counter).thenApply(this::changed);
    }

    @Override
    public CompletionStage<Checkpoint> readSerial(CounterName counter) {
      return real.readSerial(counter).thenApply(this::changed);
    }

    @Override
    public CompletionStage<WindowSlice> windowSlice(
        CounterName counter, Granularity granularity, Window first, Window last) {
      return real.windowSlice(counter, granularity, first, last)
          .thenApply(slice -> new WindowSlice(changed(slice.checkpoint()), slice.windows()));
    }

    private Checkpoint changed(Checkpoint found) {
      return new Checkpoint(
          found.total(), found.until(), change.apply(found.epochs()), found.collected());
    }
  }

  /** Prepares on condition of the epoch alone. */
  static final class PrepareOnEpochAlone extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
          return real.readSerial(counter)
              .thenCompose(
                  now ->
                      real.prepare(
                          counter,
                          new Checkpoint(
                              now.total(), now.until(), expected.epochs(), now.collected())))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }
  }

  /** After an unknown outcome, an epoch that is found prepared is taken for one's own. */
  static final class AdoptsUnknownEpoch extends Protocol {
    @Override
    protected CheckpointStore checkpoints(
        Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
      return new ForwardingCheckpoints(checkpoints) {
        @Override
        public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
          return real.prepare(counter, expected)
              .thenCompose(
                  outcome ->
                      outcome == CasOutcome.UNKNOWN
                          ? real.readSerial(counter).thenApply(now -> mine(now, expected))
                          : CompletableFuture.completedStage(outcome))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }

    private static CasOutcome mine(Checkpoint now, Checkpoint expected) {
      boolean prepared =
          now.epochs().preparing() && now.epochs().current() == expected.epochs().current() + 1;
      return prepared ? CasOutcome.APPLIED : CasOutcome.UNKNOWN;
    }
  }

  /** Commits without waiting until the members are durable. */
  static final class MembersNotAwaited extends Protocol {
    @Override
    protected MemberStore members(Use use, Machine machine, MemberStore members) {
      return new MemberStore() {
        @Override
        public CompletionStage<Void> find(
            CounterName counter, Collection<String> ids, Consumer<Member> sink) {
          return members.find(counter, ids, sink);
        }

        @Override
        public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> more) {
          var unused = members.remember(counter, more);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** Does not look up what was counted before. */
  static final class ForgetsMembers extends Protocol {
    @Override
    protected MemberStore members(Use use, Machine machine, MemberStore members) {
      return new MemberStore() {
        @Override
        public CompletionStage<Void> find(
            CounterName counter, Collection<String> ids, Consumer<Member> sink) {
          return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> more) {
          return members.remember(counter, more);
        }
      };
    }
  }
}
