package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.RetryPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * The store, clock, rules, settings and writer name that the linear counters of one context share,
 * with a bound on concurrent requests. Confined to that context.
 */
final class LinearRequests {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(4);
  private static final Duration LONGEST_PAUSE = FIRST_PAUSE.multipliedBy(64);

  /** Maximum number of concurrent lookups of ids for one step. */
  private static final int LOOKUPS = 4;

  final LinearStore store;
  final LinearRules rules;
  final Clock clock;
  final RetryPolicy retry;
  private final DoubleSupplier random;
  final LinearSettings settings;
  final LinearMeters meters;
  final UUID writer;
  private final AsyncSemaphore slots;
  private long sequence;
  private long lastNumber;

  /**
   * @param random in [0, 1), different in each process
   * @param writer unique for this incarnation of this context
   */
  LinearRequests(
      LinearStore store,
      LinearRules rules,
      RecorderSite site,
      DoubleSupplier random,
      UUID writer,
      LinearSettings settings,
      LinearMeters meters) {
    this.store = store;
    this.rules = rules;
    this.clock = site.clock();
    this.retry =
        new RetryPolicy(clock, site.scheduler(), FIRST_PAUSE, LONGEST_PAUSE, settings.patience());
    this.random = random;
    this.writer = writer;
    this.settings = settings;
    this.meters = meters;
    this.slots = new AsyncSemaphore(settings.requests());
  }

  /** Gives the number of a new attempt, unique for the writer. */
  long nextSequence() {
    return ++sequence;
  }

  /** Numbers an increment that comes now, and notes its time. */
  PendingIncrement pending(Increment increment) {
    return PendingIncrement.of(increment, ++lastNumber, clock.monotonicNanos());
  }

  /** The number of the last increment that has come. */
  long lastNumber() {
    return lastNumber;
  }

  /** Sends a request to the store as soon as the bound on concurrent requests allows. */
  <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> request) {
    return slots.run(request);
  }

  /**
   * Looks up the remembered events with ids of some increments, by as many reads as needed.
   *
   * @param serially whether the first read is a serial read; after a serial read, a quorum has all
   *     changes that were decided before, so the other reads find these changes, too
   */
  CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, List<PendingIncrement> increments, boolean serially) {
    Set<String> ids = new LinkedHashSet<>();
    increments.forEach(one -> addIds(one, ids));
    List<List<String>> chunks = BoundedConcurrency.chunks(List.copyOf(ids), LinearStore.MOST_IDS);
    int first = serially ? 1 : 0;
    Map<String, RememberedEvent> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            1,
            chunks.subList(0, first),
            some -> ask(() -> store.rememberedSerial(counter, some)).thenAccept(found::putAll))
        .thenCompose(
            decided ->
                BoundedConcurrency.forEach(
                    LOOKUPS,
                    chunks.subList(first, chunks.size()),
                    some -> ask(() -> store.remembered(counter, some)).thenAccept(found::putAll)))
        .thenApply(done -> found);
  }

  private static void addIds(PendingIncrement increment, Set<String> ids) {
    for (BoundedEvent one : increment.increment().events()) {
      String id = one.event().id();
      if (id != null) {
        ids.add(id);
      }
    }
  }

  /**
   * Runs {@code then} after a random pause, so that writers that were in conflict rarely conflict
   * again. Later pauses are longer on average, up to a limit.
   *
   * @param before number of earlier pauses
   */
  void pause(int before, Runnable then) {
    retry.pause(before, random.getAsDouble(), then);
  }
}
