package io.quipu.testing.sim.sketch;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.fault.FirstAnswerBelieved;
import io.quipu.testing.sim.sketch.SketchProtocol.Use;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A seeded fault of sketches: each rule of the protocol, left out. */
enum SketchFault {
  ACKNOWLEDGED_WITHOUT_LEASE("acknowledged without asking for the lease", LeaseNotAsked::new),
  THE_LIVE_MERGED("shards of live writers merged", LiveMerged::new),
  GROUP_READ_ONCE("first answer to a look at the group believed", FirstLookBelieved::new),
  SHARDS_FROM_BEFORE_THE_END(
      "shards read before their writers had ended",
      in(Use.MERGING, (store, machine) -> new ShardsFromBefore(store))),
  WITHOUT_CONDITION(
      "tally changed from whatever is there",
      in(Use.MERGING, (store, machine) -> new WithoutCondition(store))),
  UNKNOWN_IS_APPLIED(
      "unknown change of a tally taken for applied",
      in(Use.MERGING, (store, machine) -> new UnknownIsApplied(store))),
  DELETED_FIRST(
      "shards deleted before the tally has them",
      in(Use.MERGING, (store, machine) -> new DeletedFirst(store))),
  MERGED_AGAIN(
      "merged without looking who was merged",
      in(Use.MERGING, (store, machine) -> new NobodyMerged(store))),
  TALLY_READ_FIRST(
      "tally read before the shards", in(Use.READING, (store, machine) -> new TallyFirst(store))),
  MERGED_ARE_COUNTED(
      "shards counted that the tally has",
      in(Use.READING, (store, machine) -> new NobodyMerged(store))),
  EVICTED_IS_EMPTY(
      "state that left memory begun anew",
      in(Use.RECORDING, (store, machine) -> new EvictedIsEmpty(store))),
  SEQUENCE_BEGUN_ANEW(
      "sequence of a state that left memory begun anew",
      in(Use.RECORDING, (store, machine) -> new SequenceAnew(store))),
  UNKNOWN_IS_WRITTEN(
      "unknown write of a shard taken for written",
      in(Use.RECORDING, (store, machine) -> new UnknownIsWritten(store))),
  ORDERED_BY_THE_CLOCK("shards ordered by wall clocks", in(Use.RECORDING, OrderedByClock::new)),
  NOT_ANNOUNCED(
      "shards written without an announcement",
      in(Use.RECORDING, (store, machine) -> new NotAnnounced(store)));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<SketchProtocol> protocol;

  SketchFault(String title, Supplier<SketchProtocol> protocol) {
    this.title = title;
    this.protocol = protocol;
  }

  /** As docs/protocol-faults.md calls it. */
  String title() {
    return title;
  }

  Supplier<SketchProtocol> protocol() {
    return protocol;
  }

  private static Supplier<SketchProtocol> in(
      Use spoilt, BiFunction<SketchStore, Machine, SketchStore> spoil) {
    return () ->
        new SketchProtocol() {
          @Override
          SketchStore store(Use use, Machine machine, SketchStore store) {
            return use == spoilt ? spoil.apply(store, machine) : store;
          }
        };
  }

  private static final class LeaseNotAsked extends SketchProtocol {
    private final Map<Long, Incarnation> endless = new HashMap<>();

    @Override
    Incarnation recordsAs(Machine machine, Incarnation real) {
      return endless.computeIfAbsent(
          real.number(),
          number ->
              new Incarnation(
                  real.writer(),
                  number,
                  real.floor(),
                  new Lease(machine.clock(), Duration.ofDays(90), Lease.sample(machine.clock())),
                  real.time()));
    }
  }

  private static final class FirstLookBelieved extends SketchProtocol {
    @Override
    WriterRegistry registry(Machine machine, WriterRegistry registry) {
      return new FirstAnswerBelieved(registry, machine);
    }
  }

  private static final class LiveMerged extends SketchProtocol {
    @Override
    WriterView mergesBy(WriterView view) {
      return new WriterView(
          view.self(),
          view.horizon(),
          view.origin(),
          view.now(),
          view.settlers(),
          EndedWriters.of(view.ended().upTo(), List.of()));
    }
  }

  private static final class ShardsFromBefore extends ForwardingSketches {
    private final Map<CounterName, SortedMap<Long, Shard>> before = new HashMap<>();

    private ShardsFromBefore(SketchStore real) {
      super(real);
    }

    /** As merging would have read them, had it begun some seconds ago. */
    @Override
    public CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter) {
      SortedMap<Long, Shard> known = before.remove(counter);
      return real.shards(counter)
          .thenApply(
              now -> {
                if (known == null) {
                  return now;
                }
                now.replaceAll((writer, shard) -> known.getOrDefault(writer, shard));
                return now;
              });
    }

    /** Whoever announces is found, so that its shards are looked at while it lives. */
    @Override
    public CompletionStage<java.util.SortedSet<Long>> writers() {
      return real.writers()
          .thenApply(
              writers -> {
                writers.forEach(this::look);
                return writers;
              });
    }

    private void look(long writer) {
      real.counters(writer, null, 100)
          .thenAccept(
              counters ->
                  counters.forEach(
                      counter ->
                          real.shards(counter).thenAccept(some -> before.put(counter, some))));
    }
  }

  private static final class WithoutCondition extends ForwardingSketches {
    private WithoutCondition(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(
        CounterName counter, SketchTally before, SketchTally next) {
      return real.tallySerial(counter)
          .thenCompose(
              now ->
                  real.advance(
                      counter,
                      now,
                      new SketchTally(now.version() + 1, next.merged(), next.state())))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }
  }

  private static final class UnknownIsApplied extends ForwardingSketches {
    private UnknownIsApplied(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(
        CounterName counter, SketchTally before, SketchTally next) {
      return real.advance(counter, before, next)
          .thenApply(outcome -> outcome == CasOutcome.UNKNOWN ? CasOutcome.APPLIED : outcome);
    }
  }

  private static final class DeletedFirst extends ForwardingSketches {
    private DeletedFirst(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(
        CounterName counter, SketchTally before, SketchTally next) {
      return real.shards(counter)
          .thenCompose(
              shards ->
                  real.deleteShards(
                      counter, shards.keySet().stream().filter(next.merged()::contains).toList()))
          .thenCompose(deleted -> real.advance(counter, before, next))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }
  }

  private static final class NobodyMerged extends ForwardingSketches {
    private NobodyMerged(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<SketchTally> tally(CounterName counter) {
      return real.tally(counter).thenApply(NobodyMerged::forgotten);
    }

    @Override
    public CompletionStage<SketchTally> tallySerial(CounterName counter) {
      return real.tallySerial(counter).thenApply(NobodyMerged::forgotten);
    }

    private static SketchTally forgotten(SketchTally tally) {
      return new SketchTally(tally.version(), EndedWriters.NONE, tally.state());
    }
  }

  private static final class TallyFirst extends ForwardingSketches {
    private final Map<CounterName, SketchTally> tallies = new HashMap<>();

    private TallyFirst(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter) {
      return real.tally(counter)
          .thenCompose(
              tally -> {
                tallies.put(counter, tally);
                return real.shards(counter);
              });
    }

    @Override
    public CompletionStage<SketchTally> tally(CounterName counter) {
      return CompletableFuture.completedStage(tallies.get(counter));
    }
  }

  private static final class EvictedIsEmpty extends ForwardingSketches {
    private EvictedIsEmpty(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Optional<Shard>> shard(CounterName counter, long writer) {
      return real.shard(counter, writer)
          .thenApply(
              found ->
                  found.map(
                      shard ->
                          new Shard(
                              shard.sequence(),
                              java.nio.ByteBuffer.wrap(new byte[] {1, 1, 0, 0, 1, 0}))));
    }
  }

  private static final class SequenceAnew extends ForwardingSketches {
    private SequenceAnew(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Optional<Shard>> shard(CounterName counter, long writer) {
      return real.shard(counter, writer)
          .thenApply(found -> found.map(shard -> new Shard(1, shard.state())));
    }
  }

  private static final class UnknownIsWritten extends ForwardingSketches {
    private UnknownIsWritten(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard) {
      return real.write(counter, writer, shard).thenApply(outcome -> WriteOutcome.WRITTEN);
    }
  }

  private static final class OrderedByClock extends ForwardingSketches {
    private static final long LONG_AGO = 1_700_000_000_000_000L;

    private final Machine machine;

    private OrderedByClock(SketchStore real, Machine machine) {
      super(real);
      this.machine = machine;
    }

    @Override
    public CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard) {
      long micros = machine.clock().wallMicros() - LONG_AGO;
      return real.write(counter, writer, new Shard(micros, shard.state()));
    }
  }

  private static final class NotAnnounced extends ForwardingSketches {
    private NotAnnounced(SketchStore real) {
      super(real);
    }

    @Override
    public CompletionStage<WriteOutcome> announce(long writer, CounterName counter) {
      var unused = real.announce(writer, counter);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  /** A store that does what another does, for those that spoil a part of it. */
  private abstract static class ForwardingSketches implements SketchStore {
    final SketchStore real;

    ForwardingSketches(SketchStore real) {
      this.real = real;
    }

    @Override
    public CompletionStage<WriteOutcome> announce(long writer) {
      return real.announce(writer);
    }

    @Override
    public CompletionStage<WriteOutcome> announce(long writer, CounterName counter) {
      return real.announce(writer, counter);
    }

    @Override
    public CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard) {
      return real.write(counter, writer, shard);
    }

    @Override
    public CompletionStage<Optional<Shard>> shard(CounterName counter, long writer) {
      return real.shard(counter, writer);
    }

    @Override
    public CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter) {
      return real.shards(counter);
    }

    @Override
    public CompletionStage<SketchTally> tally(CounterName counter) {
      return real.tally(counter);
    }

    @Override
    public CompletionStage<SketchTally> tallySerial(CounterName counter) {
      return real.tallySerial(counter);
    }

    @Override
    public CompletionStage<CasOutcome> advance(
        CounterName counter, SketchTally before, SketchTally next) {
      return real.advance(counter, before, next);
    }

    @Override
    public CompletionStage<WriteOutcome> deleteShards(
        CounterName counter, Collection<Long> writers) {
      return real.deleteShards(counter, writers);
    }

    @Override
    public CompletionStage<java.util.SortedSet<Long>> writers() {
      return real.writers();
    }

    @Override
    public CompletionStage<List<CounterName>> counters(long writer, CounterName after, int limit) {
      return real.counters(writer, after, limit);
    }

    @Override
    public CompletionStage<WriteOutcome> withdraw(long writer) {
      return real.withdraw(writer);
    }
  }
}
