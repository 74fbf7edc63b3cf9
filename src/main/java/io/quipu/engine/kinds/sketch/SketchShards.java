package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.model.DerivedName;
import io.quipu.engine.time.Drain;
import io.quipu.engine.writer.Incarnation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  /** The maximum number of states that one update checks for eviction. */
  private static final int LOOKED_AT = 64;

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
  public List<Taken<?>> takes() {
    return List.of(new Taken<>(SketchUpdate.class, this::record));
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
    evict(current);
    PendingUpdate pending = PendingUpdate.of(update, current.now());
    return update.windows().isEmpty()
        ? record(update, DerivedName.whole(update.counter()), pending, current)
        : recordInWindows(update, pending, current);
  }

  /** Records an update of one state. */
  private CompletionStage<RecordOutcome> record(
      SketchUpdate update, DerivedName name, PendingUpdate pending, SketchWriter current) {
    if (!hasRoom(shards.get(name), pending)) {
      return refused(update, Refusal.QUEUE_FULL);
    }
    add(update, name, pending, current);
    return pending.answer();
  }

  /** Records an update of several states: all of them take it, or none does. */
  private CompletionStage<RecordOutcome> recordInWindows(
      SketchUpdate update, PendingUpdate pending, SketchWriter current) {
    List<DerivedName> derived = SketchWindows.derived(update, current.time());
    WindowEnds known = ends(current);
    boolean room = hasRoom(shards.get(DerivedName.whole(update.counter())), pending);
    for (DerivedName name : derived) {
      room &= hasRoom(shards.get(name), pending) && known.add(name);
    }
    if (!room) {
      return refused(update, Refusal.QUEUE_FULL);
    }
    List<CompletableFuture<RecordOutcome>> parts = new ArrayList<>(derived.size() + 1);
    parts.add(pending.answer());
    add(update, DerivedName.whole(update.counter()), pending, current);
    for (DerivedName name : derived) {
      PendingUpdate further = pending.derived();
      parts.add(further.answer());
      add(update, name, further, current);
    }
    return CompositeOutcome.of(parts)
        .thenApply(
            outcome -> {
              if (outcome instanceof Recorded) {
                site.changed().accept(update.counter());
              }
              return outcome;
            });
  }

  private void add(
      SketchUpdate update, DerivedName name, PendingUpdate pending, SketchWriter current) {
    Held held = shards.get(name);
    if (held == null) {
      held = new Held(name, update.type(), current);
      shards.put(name, held);
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
   * Tells whether an update may wait. A new counter may not while the states take too much memory.
   * Otherwise an empty queue takes an update of any size, because waiting would give no more room.
   */
  private boolean hasRoom(@Nullable Held held, PendingUpdate pending) {
    if (held == null && stateBytes > settings.stateBytes()) {
      return false;
    }
    int ownEvents = held == null ? 0 : held.events;
    long ownBytes = held == null ? 0 : held.bytes;
    return waiting == 0
        || (ownEvents + pending.counted() <= settings.queuedEvents() - events
            && ownBytes + pending.bytes() <= settings.heldBytes() - bytes);
  }

  private CompletionStage<RecordOutcome> refused(SketchUpdate update, Refusal why) {
    meters.refused(why, update.size());
    return CompletableFuture.completedStage(new Refused(why));
  }

  /** Evicts idle states, the least recently used first. A busy state counts as used again. */
  private void evict(SketchWriter current) {
    for (int looked = 0;
        looked < LOOKED_AT && stateBytes > settings.stateBytes() && !shards.isEmpty();
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
