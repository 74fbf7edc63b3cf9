package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.Drain;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Counts the increments of the linear counters of one context, with common bounds on the waiting
 * events and bytes. An increment is refused if its counter would then have more waiting events or
 * bytes than were free before this increment. So one counter that cannot be written cannot use all
 * the room. Confined to that context.
 */
public final class LinearCounters implements Recorder {
  private final LinearRequests requests;
  private final Consumer<CounterName> changed;

  /** The known counters, the most recently used last. */
  private final Map<CounterName, Known> counters = new LinkedHashMap<>(16, 0.75f, true);

  private final Load all = new Load();
  private final Drain drain = new Drain(() -> all.events == 0);

  /**
   * @param rules of this context
   * @param random in [0, 1), different in each process
   * @param writer unique for this incarnation of this context
   */
  public LinearCounters(
      LinearStore store,
      LinearRules rules,
      RecorderSite site,
      DoubleSupplier random,
      UUID writer,
      LinearSettings settings,
      LinearMeters meters) {
    this.requests = new LinearRequests(store, rules, site, random, writer, settings, meters);
    this.changed = site.changed();
  }

  private static final class Load {
    private int events;
    private long bytes;

    private void change(PendingIncrement increment, int sign) {
      events += sign * increment.events();
      bytes += sign * increment.bytes();
    }
  }

  private record Known(LinearCounter counter, Load load) {}

  @Override
  public Set<Class<? extends Recording>> takes() {
    return Set.of(Increment.class);
  }

  @Override
  public CompletionStage<RecordOutcome> record(Recording increment) {
    return record((Increment) increment).thenApply(IncrementOutcome::common);
  }

  /** Counts an increment. Only a defect fails the stage; then the outcome is unknown. */
  public CompletionStage<IncrementOutcome> record(Increment increment) {
    PendingIncrement pending = requests.pending(increment);
    if (drain.hasBegun()) {
      return refused(pending, Refusal.STOPPING);
    }
    // A counter enters memory only with an increment that is not refused.
    Known found = counters.get(increment.counter());
    Known known = found == null ? open(increment.counter()) : found;
    if (known.load.events + pending.events() > requests.settings.queuedEvents() - all.events
        || known.load.bytes + pending.bytes() > requests.settings.heldBytes() - all.bytes) {
      return refused(pending, Refusal.QUEUE_FULL);
    }
    if (found == null) {
      counters.put(increment.counter(), known);
    }
    held(pending, known.load, 1);
    known.counter.add(pending);
    dropIdle();
    return pending.answer();
  }

  private Known open(CounterName name) {
    Load load = new Load();
    LinearCounter counter =
        new LinearCounter(
            name,
            requests,
            (increment, outcome) -> {
              held(increment, load, -1);
              if (outcome instanceof Recorded) {
                changed.accept(name);
              }
              drain.check();
            });
    return new Known(counter, load);
  }

  private void held(PendingIncrement increment, Load load, int sign) {
    load.change(increment, sign);
    all.change(increment, sign);
    requests.meters.queued(sign * increment.events());
  }

  private CompletionStage<IncrementOutcome> refused(PendingIncrement increment, Refusal why) {
    requests.meters.refused(why, increment.events());
    return CompletableFuture.completedStage(new Refused(why));
  }

  /** The number of counters in memory. */
  int inMemory() {
    return counters.size();
  }

  private void dropIdle() {
    Iterator<Known> longestUnused = counters.values().iterator();
    while (counters.size() > requests.settings.counters()
        && longestUnused.hasNext()
        && longestUnused.next().counter.isIdle()) {
      longestUnused.remove();
    }
  }

  @Override
  public CompletionStage<Void> drain() {
    return drain.begin();
  }
}
