package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of a process through all its incarnations: joins the group and keeps the lease. A
 * lapse of the lease ends an incarnation; the writer then joins again under another number.
 * Confined to one context.
 */
public final class Writer {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);

  /** The minimum time between two hastened heartbeats. */
  private static final Duration HASTE = Duration.ofMillis(50);

  private final WriterRegistry registry;
  private final Clock clock;
  private final Scheduler scheduler;
  private final LowWatermark lows;
  private final Consumer<WriterView> views;
  private final WriterMeters meters;
  private final Joining joining;
  private final int watchers;
  private final Periodic beats;
  private final Periodic looks;
  private final DefectReport beatDefects = new DefectReport();
  private final LookReport lookReport;

  /** Ended incarnations of this process with rows that may be live and hold the horizon back. */
  private final Set<UUID> over = new HashSet<>();

  private @Nullable Heartbeat heartbeat;
  private @Nullable GroupWatch watch;
  private boolean waiting;
  private boolean stopped;
  private boolean hastens;
  private boolean awaited;
  private long hastened;

  public Writer(
      WriterRegistry registry,
      Clock clock,
      Scheduler scheduler,
      WriterSettings settings,
      LowWatermark lows,
      Supplier<UUID> ids,
      Consumer<WriterView> views,
      WriterMeters meters) {
    this.registry = registry;
    this.clock = clock;
    this.scheduler = scheduler;
    this.lows = lows;
    this.views = views;
    this.meters = meters;
    this.lookReport = new LookReport(clock, meters);
    this.watchers = settings.watchers();
    this.joining = new Joining(registry, clock, scheduler, settings, ids);
    this.beats = new Periodic(scheduler, settings.heartbeat(), this::beat);
    this.looks = new Periodic(scheduler, settings.heartbeat(), this::look);
    this.hastened = clock.monotonicNanos();
  }

  /** Joins once the store is available, and again after each lapse, until {@link #retire}. */
  public void start() {
    beats.start();
    looks.start();
  }

  /**
   * Hastens the horizon for a waiting caller: sends a heartbeat and looks at the group, at most
   * once in 50 ms. Heartbeats of other writers are not hastened, so the horizon may still lag.
   */
  public void hasten() {
    if (!hastens) {
      hastens = true;
      long since = clock.monotonicNanos() - hastened;
      scheduler.after(Duration.ofNanos(Math.max(0, HASTE.toNanos() - since)), this::beatNow);
    }
  }

  private void beatNow() {
    hastens = false;
    hastened = clock.monotonicNanos();
    awaited = true;
    beats.hasten();
  }

  /**
   * Tells whether this process may acknowledge now: its lease holds, and all ingesting contexts
   * write as the current incarnation.
   */
  public boolean mayAcknowledge() {
    Heartbeat current = heartbeat;
    return current != null
        && current.incarnation().lease().holds()
        && lows.isAdopted(current.incarnation());
  }

  /**
   * Ends the writer for good: this process acknowledges no more events. The row is ended, so that
   * the horizon does not wait for this writer; if that fails, other members declare the writer dead
   * later. The stage does not fail. To be called when no write is in flight.
   */
  public CompletionStage<Void> retire() {
    stopped = true;
    beats.stop();
    looks.stop();
    end();
    return buryOver().exceptionally(beatDefects::failed);
  }

  private CompletionStage<?> beat() {
    Heartbeat current = heartbeat;
    boolean thenLook = awaited;
    awaited = false;
    CompletionStage<?> beat = current == null ? rejoin() : beat(current);
    return thenLook ? beat.thenRun(looks::hasten) : beat;
  }

  private CompletionStage<Void> beat(Heartbeat current) {
    return current
        .beat()
        .thenRun(() -> afterSuccess(current))
        .exceptionally(beatDefects::failed)
        .thenRun(() -> afterBeat(current));
  }

  /** Counts the success only if the lease holds: otherwise perhaps no heartbeat was sent. */
  private void afterSuccess(Heartbeat current) {
    if (current.incarnation().lease().holds()) {
      beatDefects.succeeded();
    }
  }

  private void afterBeat(Heartbeat current) {
    if (current == heartbeat && !current.incarnation().lease().holds() && !stopped) {
      log.warn(
          "Lease of writer {} lapsed; nothing is acknowledged until this instance has joined anew.",
          current.incarnation().number());
      end();
    }
    meters.lease(mayAcknowledge());
  }

  private void end() {
    Heartbeat current = heartbeat;
    if (current != null) {
      current.incarnation().lease().end();
      over.add(current.incarnation().writer());
      heartbeat = null;
      watch = null;
      meters.lease(false);
    }
  }

  private CompletionStage<?> rejoin() {
    return buryOver()
        .thenCompose(buried -> joining.join())
        .thenCompose(this::joined)
        .exceptionally(this::joinFailed);
  }

  private CompletionStage<Void> joined(Incarnation incarnation) {
    if (stopped) {
      incarnation.lease().end();
      over.add(incarnation.writer());
      return buryOver();
    }
    log.info(
        "Joined as writer {}; group time is {} s ahead of this machine's clock.",
        incarnation.number(),
        Math.round(incarnation.time().secondsAheadOfWall() * 1000) / 1000.0);
    waiting = false;
    Heartbeat fresh = new Heartbeat(registry, clock, incarnation, lows, meters);
    heartbeat = fresh;
    watch =
        new GroupWatch(registry, incarnation, new FailureDetector(clock), views, meters, watchers);
    return beat(fresh);
  }

  /** Reports the failure of a join; the next round joins again. */
  private @Nullable Void joinFailed(Throwable failure) {
    beatDefects.failed(failure);
    if (!waiting) {
      waiting = true;
      log.warn("Cannot join the group of writers yet, trying on: {}", failure.getMessage());
    }
    return null;
  }

  private CompletionStage<?> look() {
    GroupWatch current = watch;
    return current == null
        ? CompletableFuture.completedStage(null)
        : current.look().thenRun(lookReport::succeeded).exceptionally(lookReport::failed);
  }

  /**
   * Ends the rows of ended incarnations, so that the horizon need not wait until another writer
   * declares them dead. Safe at any time, because the leases of these incarnations have ended.
   */
  private CompletionStage<Void> buryOver() {
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (UUID writer : List.copyOf(over)) {
      all = all.thenCompose(before -> bury(writer));
    }
    return all;
  }

  private CompletionStage<Void> bury(UUID writer) {
    return registry
        .writerSerial(writer)
        .thenCompose(
            row ->
                row.filter(WriterRow::live).isEmpty()
                    ? CompletableFuture.completedStage(true)
                    : registry
                        .end(writer, row.get().seq(), State.RETIRED)
                        .thenApply(outcome -> outcome == CasOutcome.APPLIED))
        .thenAccept(
            ended -> {
              if (ended) {
                over.remove(writer);
              }
            });
  }
}
