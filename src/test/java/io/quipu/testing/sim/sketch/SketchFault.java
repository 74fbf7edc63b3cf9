package io.quipu.testing.sim.sketch;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.fault.MembersOfAnEarlierRead;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A seeded fault of sketches: each rule of the protocol, left out. Who settles is who merges. */
public enum SketchFault {
  ACKNOWLEDGED_WITHOUT_LEASE("acknowledged without asking for the lease", LeaseNotAsked::new),
  THE_LIVE_MERGED("shards of live writers merged", LiveMerged::new),
  MEMBERS_READ_BEFORE(
      "members read before the generation that they go with",
      Protocol.everywhere(WriterRegistry.class, MembersOfAnEarlierRead::new)),
  LATER_JOINS_HAVE_ENDED(
      "members that joined after an announcement taken for ended",
      Protocol.everywhere(WriterRegistry.class, LaterJoinsHaveEnded::new)),
  SHARDS_FROM_BEFORE_THE_END(
      "shards read before their writers had ended",
      Use.SETTLING,
      store -> new ShardsFromBefore(store, new HashMap<>())),
  WITHOUT_CONDITION("tally changed from whatever is there", Use.SETTLING, WithoutCondition::new),
  UNKNOWN_IS_APPLIED(
      "unknown change of a tally taken for applied", Use.SETTLING, UnknownIsApplied::new),
  DELETED_FIRST("shards deleted before the tally has them", Use.SETTLING, DeletedFirst::new),
  MERGED_AGAIN("merged without looking who was merged", Use.SETTLING, NobodyMerged::new),
  TALLY_READ_FIRST(
      "tally read before the shards",
      Use.READING,
      store -> new TallyFirst(store, store::tally, new HashMap<>())),
  MERGED_BY_AN_OLDER_TALLY(
      "tally of a merge read before its shards",
      Use.SETTLING,
      store -> new TallyFirst(store, store::tallySerial, new HashMap<>())),
  MERGED_ARE_COUNTED("shards counted that the tally has", Use.READING, NobodyMerged::new),
  EVICTED_IS_EMPTY(
      "state that left memory begun anew",
      Use.RECORDING,
      store -> new KnownShards(store, shard -> new Shard(shard.sequence(), empty()))),
  SEQUENCE_BEGUN_ANEW(
      "sequence of a state that left memory begun anew",
      Use.RECORDING,
      store -> new KnownShards(store, shard -> new Shard(1, shard.state()))),
  UNKNOWN_IS_WRITTEN(
      "unknown write of a shard taken for written", Use.RECORDING, UnknownIsWritten::new),
  ORDERED_BY_THE_CLOCK(
      "shards ordered by wall clocks",
      Protocol.in(Use.RECORDING, SketchStore.class, OrderedByClock::new)),
  NOT_ANNOUNCED("shards written without an announcement", Use.RECORDING, NotAnnounced::new),
  WINDOW_MERGED_TWICE("a window's shard merged twice", Use.RECORDING, NobodyRetired::new),
  WITHOUT_SIBLING("a day without its update", Use.RECORDING, DaysNotWritten::new),
  SETTLED_TOO_SOON("a window settled before it is closed", HorizonAhead::new),
  NOT_ENTERED("a window not entered with its counter", Use.RECORDING, NotEntered::new),
  DELETED_AND_NOT_MERGED(
      "a window's shard deleted before the tally has it", Use.RECORDING, DeletedFirst::new),
  LEFT_WHILE_UNKNOWN(
      "unknown change of a window's tally taken for applied", Use.RECORDING, UnknownIsApplied::new),
  SERIES_NOT_WRITTEN(
      "a state of a counter without one of its series", Use.RECORDING, SeriesNotWritten::new),
  SERIES_NOT_ENTERED("a series not entered with its counter", Use.RECORDING, SeriesNotEntered::new),
  ENTERED_WITHOUT_LEASE(
      "a state entered without asking for the lease", Use.RECORDING, EnteredWithoutLease::new),
  NAME_NOT_AWAITED(
      "acknowledged before the name is known to be written", Use.RECORDING, NameNotAwaited::new);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<Protocol> protocol;

  SketchFault(String title, Use use, Function<SketchStore, Object> fault) {
    this(title, Protocol.in(use, SketchStore.class, fault));
  }

  SketchFault(String title, Supplier<Protocol> protocol) {
    this.title = title;
    this.protocol = protocol;
  }

  /** Its name in the table of planted faults. */
  public String title() {
    return title;
  }

  Supplier<Protocol> protocol() {
    return protocol;
  }

  private static final class LeaseNotAsked extends Protocol {
    private final Map<Long, Incarnation> endless = new HashMap<>();

    @Override
    public Incarnation recordsAs(Machine machine, Incarnation real) {
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

  private static final class LiveMerged extends Protocol {
    @Override
    public WriterView settlesBy(WriterView view) {
      return new WriterView(
          view.self(),
          view.horizon(),
          view.origin(),
          view.now(),
          view.settlers(),
          EndedWriters.of(view.ended().upTo(), List.of()));
    }
  }

  record ShardsFromBefore(SketchStore real, Map<DerivedName, SortedMap<Long, Shard>> before) {
    /** As merging would have read them, had it begun some seconds ago. */
    public CompletionStage<SortedMap<Long, Shard>> shards(DerivedName counter) {
      SortedMap<Long, Shard> known = before.remove(counter);
      return real.shards(counter)
          .thenApply(
              now -> {
                if (known != null) {
                  now.replaceAll((writer, shard) -> known.getOrDefault(writer, shard));
                }
                return now;
              });
    }

    /** Whoever announces is found, so that its shards are looked at while it lives. */
    public CompletionStage<SortedSet<Long>> writers() {
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

  record WithoutCondition(SketchStore real) {
    public CompletionStage<CasOutcome> advance(
        DerivedName counter, SketchTally before, SketchTally next) {
      return real.tallySerial(counter)
          .thenCompose(
              now ->
                  real.advance(
                      counter,
                      now,
                      new SketchTally(
                          now.version() + 1, next.merged(), next.retired(), next.state())))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }
  }

  record UnknownIsApplied(SketchStore real) {
    public CompletionStage<CasOutcome> advance(
        DerivedName counter, SketchTally before, SketchTally next) {
      return real.advance(counter, before, next)
          .thenApply(outcome -> outcome == CasOutcome.UNKNOWN ? CasOutcome.APPLIED : outcome);
    }
  }

  record DeletedFirst(SketchStore real) {
    public CompletionStage<CasOutcome> advance(
        DerivedName counter, SketchTally before, SketchTally next) {
      return real.shards(counter)
          .thenCompose(
              shards ->
                  real.deleteShards(counter, shards.keySet().stream().filter(next::has).toList()))
          .thenCompose(deleted -> real.advance(counter, before, next))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }
  }

  record NobodyMerged(SketchStore real) {
    public CompletionStage<SketchTally> tally(DerivedName counter) {
      return real.tally(counter).thenApply(NobodyMerged::forgotten);
    }

    public CompletionStage<SketchTally> tallySerial(DerivedName counter) {
      return real.tallySerial(counter).thenApply(NobodyMerged::forgotten);
    }

    private static SketchTally forgotten(SketchTally tally) {
      return new SketchTally(tally.version(), EndedWriters.NONE, tally.state());
    }
  }

  record NobodyRetired(SketchStore real) {
    public CompletionStage<SketchTally> tallySerial(DerivedName counter) {
      return real.tallySerial(counter)
          .thenApply(tally -> new SketchTally(tally.version(), tally.merged(), tally.state()));
    }
  }

  record DaysNotWritten(SketchStore real) {
    public CompletionStage<WriteOutcome> write(DerivedName name, long writer, Shard shard) {
      return name.window() != null && name.window().granularity() == Granularity.DAY
          ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
          : real.write(name, writer, shard);
    }
  }

  private static final class HorizonAhead extends Protocol {
    @Override
    public WriterView settlesBy(WriterView view) {
      return new WriterView(
          view.self(),
          view.horizon().plusTicks(60 * EventTime.TICKS_PER_SECOND),
          view.origin(),
          view.now(),
          view.settlers(),
          view.ended());
    }
  }

  record NotEntered(SketchStore real) {
    public CompletionStage<WriteOutcome> enter(long writer, DerivedName name) {
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record SeriesNotWritten(SketchStore real) {
    public CompletionStage<WriteOutcome> write(DerivedName name, long writer, Shard shard) {
      return name.counter().isSeries() && name.window() == null
          ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
          : real.write(name, writer, shard);
    }
  }

  record SeriesNotEntered(SketchStore real) {
    public CompletionStage<WriteOutcome> enter(long writer, DerivedName name) {
      return name.counter().isSeries()
          ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
          : real.enter(writer, name);
    }
  }

  record EnteredWithoutLease(SketchStore real) {
    public CompletionStage<WriteOutcome> announce(long writer, DerivedName name) {
      return real.announce(writer, name)
          .thenCompose(
              outcome ->
                  outcome == WriteOutcome.WRITTEN && name.isDerived()
                      ? real.enter(writer, name)
                      : CompletableFuture.completedStage(outcome));
    }
  }

  /** Reads the tally, by whichever of its reads, when the shards are asked for. */
  record TallyFirst(
      SketchStore real,
      Function<DerivedName, CompletionStage<SketchTally>> first,
      Map<DerivedName, SketchTally> tallies) {
    public CompletionStage<SortedMap<Long, Shard>> shards(DerivedName counter) {
      return first
          .apply(counter)
          .thenCompose(
              tally -> {
                tallies.put(counter, tally);
                return real.shards(counter);
              });
    }

    public CompletionStage<SketchTally> tally(DerivedName counter) {
      return CompletableFuture.completedStage(tallies.get(counter));
    }

    public CompletionStage<SketchTally> tallySerial(DerivedName counter) {
      return tally(counter);
    }
  }

  private static ByteBuffer empty() {
    return ByteBuffer.wrap(new byte[] {1, 1, 0, 0, 1, 0});
  }

  /** Takes a shard that is found again for another. */
  record KnownShards(SketchStore real, UnaryOperator<Shard> taken) {
    public CompletionStage<Optional<Shard>> shard(DerivedName counter, long writer) {
      return real.shard(counter, writer).thenApply(found -> found.map(taken));
    }
  }

  record UnknownIsWritten(SketchStore real) {
    public CompletionStage<WriteOutcome> write(DerivedName counter, long writer, Shard shard) {
      return real.write(counter, writer, shard).thenApply(outcome -> WriteOutcome.WRITTEN);
    }
  }

  record OrderedByClock(SketchStore real, Machine machine) {
    private static final long LONG_AGO = 1_700_000_000_000_000L;

    public CompletionStage<WriteOutcome> write(DerivedName counter, long writer, Shard shard) {
      long micros = machine.clock().wallMicros() - LONG_AGO;
      return real.write(counter, writer, new Shard(micros, shard.state()));
    }
  }

  record NotAnnounced(SketchStore real) {
    public CompletionStage<WriteOutcome> announce(long writer, DerivedName counter) {
      var unused = real.announce(writer, counter);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record NameNotAwaited(SketchStore real) {
    public CompletionStage<WriteOutcome> name(CounterName counter) {
      var unused = real.name(counter);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  /** Takes an announcement to be of the generation that there is when it is read. */
  record LaterJoinsHaveEnded(WriterRegistry real) {
    public CompletionStage<Optional<Announcement>> announced() {
      return real.announced()
          .thenCombine(
              real.group(), (last, group) -> last.map(made -> of(group.get().generation(), made)));
    }

    private static Announcement of(long generation, Announcement made) {
      Group group = made.group();
      return new Announcement(
          new Group(generation, group.horizon(), group.origin(), group.members()), made.now());
    }
  }
}
