package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.time.Drain;
import io.quipu.engine.writer.Incarnation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Records values in the states of their counters, for one context. The queue and the memory of the
 * states are bounded for all counters together. A new update is refused if it and the waiting
 * updates of its counter need more room than is free in the queue, so that one counter cannot fill
 * the queue alone. Confined to one context.
 */
public final class SketchShards implements Recorder {
  /** The maximum number of states that an update checks for eviction, besides its own. */
  private static final int LOOKED_AT = 64;

  /** The maximum number of states that one part of an update may belong to. */
  private static final int STATES = 1_000;

  /** The approximate bytes of a counter in memory, without its state and its name. */
  private static final long SHARD_BYTES = 1_000;

  /** The approximate bytes in memory for each byte of a stored state. */
  private static final long IN_MEMORY = 4;

  private final RecorderSite site;
  private final SketchSettings settings;
  private final SketchMeters meters;
  private final SketchWriter.Dependencies writing;

  /** The shards of the current incarnation, the least recently used first. */
  private final Map<DerivedName, Held> shards = new LinkedHashMap<>(16, 0.75f, true);

  private @Nullable SketchWriter writer;
  private @Nullable WindowEnds ends;
  private final Drain drain = new Drain(() -> this.waiting == 0);

  /** The number of updates that wait, each of one state. */
  private int waiting;

  private int events;
  private long bytes;
  private long stateBytes;

  public SketchShards(
      SketchStore store, RecorderSite site, SketchSettings settings, SketchMeters meters) {
    this.site = site;
    this.settings = settings;
    this.meters = meters;
    this.writing =
        new SketchWriter.Dependencies(
            store,
            site.confirmation(),
            site.clock(),
            site.scheduler(),
            settings,
            meters,
            new SketchRequests(settings.requests()));
  }

  @Override
  public Set<Class<? extends Recording>> takes() {
    return Set.of(SketchUpdate.class);
  }

  @Override
  public CompletionStage<RecordOutcome> record(Recording update) {
    return record((SketchUpdate) update);
  }

  CompletionStage<RecordOutcome> record(SketchUpdate update) {
    Incarnation incarnation = site.writer().get();
    if (drain.hasBegun()) {
      return refused(update, Refusal.STOPPING);
    }
    if (incarnation == null || !incarnation.lease().holds()) {
      return refused(update, Refusal.NO_LEASE);
    }
    SketchWriter current = writer(incarnation);
    PendingUpdate pending = PendingUpdate.of(update, current.now());
    DerivedName whole = DerivedName.whole(update.counter());
    if (update.isAlone()) {
      return record(update, whole, pending, current);
    }
    if (update.size() == 1 || !update.hasMoreStates(STATES)) {
      return recordInAll(update, pending, current);
    }
    return hasRoom(shards.get(whole), pending, pending.bytes())
        ? recordInHalves(update)
        : refused(update, Refusal.QUEUE_FULL);
  }

  private CompletionStage<RecordOutcome> recordInHalves(SketchUpdate update) {
    return record(update.half(true))
        .thenCompose(
            outcome ->
                outcome instanceof Recorded
                    ? record(update.half(false)).thenApply(SketchShards::afterOthers)
                    : CompletableFuture.completedStage(outcome));
  }

  /** The outcome of a part of an update, of which other parts are recorded. */
  private static RecordOutcome afterOthers(RecordOutcome outcome) {
    return outcome instanceof Refused ? new OutcomeUnknown() : outcome;
  }

  /** Records an update of one state. */
  private CompletionStage<RecordOutcome> record(
      SketchUpdate update, DerivedName name, PendingUpdate pending, SketchWriter current) {
    evict(current, 0, LOOKED_AT);
    Held held = shards.get(name);
    if (!hasRoom(held, pending, pending.bytes()) || !hasMemory(held, 0)) {
      return refused(update, Refusal.QUEUE_FULL);
    }
    add(update, name, pending, current);
    return pending.answer();
  }

  /** Records an update of several states: all of them take it, or none does. */
  private CompletionStage<RecordOutcome> recordInAll(
      SketchUpdate update, PendingUpdate pending, SketchWriter current) {
    DerivedName whole = DerivedName.whole(update.counter());
    Map<DerivedName, List<SketchValue>> derived = update.derived(current.time());
    if (!hasRoom(shards.get(whole), pending, pending.bytesWith(derived.size()))
        || !haveMemory(whole, derived.keySet(), update.type(), current)) {
      return refused(update, Refusal.QUEUE_FULL);
    }
    List<CompletableFuture<RecordOutcome>> parts = new ArrayList<>(derived.size() + 1);
    parts.add(pending.answer());
    add(update, whole, pending, current);
    derived.forEach(
        (name, values) -> {
          PendingUpdate further = pending.derived(values);
          parts.add(further.answer());
          add(update, name, further, current);
        });
    return CompositeOutcome.of(parts)
        .thenApply(
            outcome -> {
              if (outcome instanceof Recorded) {
                site.changed().accept(update.counter());
              }
              return outcome;
            });
  }

  /** Tells whether there is memory for all states of an update, after evicting others. */
  private boolean haveMemory(
      DerivedName whole, Set<DerivedName> derived, SketchType type, SketchWriter current) {
    // looking them up makes those that there are the last to be evicted
    Held ofWhole = shards.get(whole);
    List<DerivedName> begun = derived.stream().filter(name -> shards.get(name) == null).toList();
    long others = Math.max(0, begun.size() - 1) * (SHARD_BYTES + type.leastBytes());
    evict(current, others, LOOKED_AT + begun.size());
    return hasMemory(ofWhole, 0)
        && (begun.isEmpty() || hasMemory(null, others))
        && ends(current).haveRoom(begun);
  }

  private void add(
      SketchUpdate update, DerivedName name, PendingUpdate pending, SketchWriter current) {
    Held held = shards.get(name);
    if (held == null) {
      held = new Held(name, update.type(), current);
      shards.put(name, held);
      if (name.window() != null) {
        ends(current).add(name);
      }
    }
    held.waits(pending, 1);
    held.shard.add(pending);
  }

  private WindowEnds ends(SketchWriter current) {
    WindowEnds known = ends;
    if (known == null) {
      known = new WindowEnds(current, this::release);
      ends = known;
      known.start();
    }
    return known;
  }

  /**
   * Takes a state of a window that is over out of memory.
   *
   * @return false if it must stay for a while, because some of its values are not durable
   */
  private boolean release(DerivedName name) {
    Held held = shards.get(name);
    if (held == null) {
      return true;
    }
    boolean idle = held.shard.isIdle();
    if (idle) {
      shards.remove(name);
      held.forget();
    }
    return idle;
  }

  /**
   * Returns the writer of an incarnation. Forgets the states of an earlier incarnation, because
   * that incarnation has ended, and others may merge and delete its shards at any time.
   */
  private SketchWriter writer(Incarnation incarnation) {
    SketchWriter current = writer;
    if (current == null || current.number() != incarnation.number()) {
      shards.values().forEach(Held::forget);
      shards.clear();
      if (ends != null) {
        ends.stop();
        ends = null;
      }
      current = new SketchWriter(incarnation, site.lane(), writing);
      writer = current;
    }
    return current;
  }

  /**
   * Tells whether an update may wait. An empty queue takes an update of any size, because waiting
   * would give no more room.
   *
   * @param whole the bytes of the update with those of its derived states
   */
  private boolean hasRoom(@Nullable Held held, PendingUpdate pending, long whole) {
    int ownEvents = held == null ? 0 : held.events;
    long ownBytes = held == null ? 0 : held.bytes;
    return waiting == 0
        || (ownEvents + pending.counted() <= settings.queuedEvents() - events
            && ownBytes + whole <= settings.heldBytes() - bytes);
  }

  /**
   * Tells whether there is memory for a state. There is none for a new state while all states take
   * too much.
   *
   * @param more the bytes of further new states of the same update, which count if others wait:
   *     otherwise, waiting would give no more memory
   */
  private boolean hasMemory(@Nullable Held held, long more) {
    return held != null || stateBytes + (waiting == 0 ? 0 : more) <= settings.stateBytes();
  }

  private CompletionStage<RecordOutcome> refused(SketchUpdate update, Refusal why) {
    meters.refused(why, update.size());
    return CompletableFuture.completedStage(new Refused(why));
  }

  /**
   * Evicts idle states, the least recently used first, until there is memory. A busy state counts
   * as used again.
   *
   * @param more the bytes that there must be memory for
   * @param most the maximum number of states that are looked at
   */
  private void evict(SketchWriter current, long more, int most) {
    for (int looked = 0;
        looked < most && stateBytes + more > settings.stateBytes() && !shards.isEmpty();
        looked++) {
      Held longestUnused = shards.values().iterator().next();
      if (longestUnused.shard.isIdle()) {
        shards.remove(longestUnused.name);
        longestUnused.forget();
        current.evicted();
      } else {
        // this access moves the shard to the end of the order
        var unused = shards.get(longestUnused.name);
      }
    }
  }

  /** A shard, with the room of its updates in the queue and the memory of its state. */
  private final class Held implements SketchShard.Listener {
    private final DerivedName name;
    private final SketchType type;

    private final SketchShard shard;
    private int events;
    private long bytes;
    private long memory;
    private boolean forgotten;

    private Held(DerivedName name, SketchType type, SketchWriter current) {
      this.name = name;
      this.type = type;
      shard = new SketchShard(name, type, current, this);
      stored(0);
    }

    private void waits(PendingUpdate update, int sign) {
      events += sign * update.counted();
      bytes += sign * update.bytes();
      waiting += sign;
      SketchShards.this.events += sign * update.counted();
      SketchShards.this.bytes += sign * update.bytes();
      meters.queued(sign * update.counted());
    }

    @Override
    public void stored(int size) {
      long state = Math.max(type.leastBytes(), IN_MEMORY * size);
      takes(forgotten ? 0 : SHARD_BYTES + name.name().length() + state);
    }

    private void forget() {
      forgotten = true;
      takes(0);
    }

    private void takes(long now) {
      stateBytes += now - memory;
      meters.states(now - memory);
      memory = now;
    }

    @Override
    public void answered(PendingUpdate update, RecordOutcome outcome) {
      waits(update, -1);
      if (outcome instanceof Recorded && update.alone()) {
        site.changed().accept(name.counter());
      }
      drain.check();
    }
  }

  @Override
  public CompletionStage<Void> drain() {
    return drain.begin();
  }
}
