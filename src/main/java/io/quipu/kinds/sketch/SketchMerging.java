package io.quipu.kinds.sketch;

import io.quipu.counter.CounterName;
import io.quipu.kind.Upkeep;
import io.quipu.kind.UpkeepSite;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Periodic;
import io.quipu.writer.EndedWriters;
import io.quipu.writer.WriterView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the shards of ended writers, of which each has one live member of the group that does it.
 * Two that think so do no harm. While nobody has ended since all was merged, nothing is read.
 * Confined to one context.
 */
final class SketchMerging implements Upkeep {
  private static final Logger log = LoggerFactory.getLogger(SketchMerging.class);

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int COUNTERS = 500;
  private static final int AT_ONCE = 4;

  private final SketchStore store;
  private final SketchMeters meters;
  private final Periodic looks;
  private @Nullable WriterView view;
  private EndedWriters done = EndedWriters.NONE;
  private int failures;
  private boolean told;

  SketchMerging(SketchStore store, UpkeepSite site, SketchMeters meters) {
    this.store = store;
    this.meters = meters;
    this.looks = new Periodic(site.scheduler(), PAUSE, this::look);
  }

  @Override
  public void start() {
    looks.start();
  }

  @Override
  public void hear(WriterView latest) {
    view = latest;
  }

  @Override
  public void stop() {
    looks.stop();
  }

  /** One look at who has ended, known before anything is read. */
  private CompletionStage<Void> look() {
    WriterView latest = view;
    if (latest == null || latest.ended().equals(done)) {
      return CompletableFuture.completedStage(null);
    }
    failures = 0;
    return store
        .writers()
        .thenCompose(
            writers ->
                BoundedConcurrency.forEach(
                    1,
                    writers.stream().filter(writer -> isOwn(writer, latest)).toList(),
                    writer -> merge(writer, latest.ended())))
        .thenRun(
            () -> {
              if (failures == 0) {
                done = latest.ended();
                told = false;
              }
            })
        .exceptionally(this::failed);
  }

  private static boolean isOwn(long writer, WriterView view) {
    List<?> members = view.settlers();
    return view.ended().contains(writer)
        && !members.isEmpty()
        && members.get((int) (writer % members.size())).equals(view.self());
  }

  /** Everything that a writer has; if that is done, it has nothing any more. */
  private CompletionStage<Void> merge(long writer, EndedWriters ended) {
    int before = failures;
    return mergeFrom(writer, null, ended)
        .thenCompose(
            all ->
                failures > before
                    ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
                    : store.withdraw(writer))
        .thenAccept(
            outcome -> {
              if (outcome != WriteOutcome.WRITTEN) {
                failures++;
              }
            });
  }

  private CompletionStage<Void> mergeFrom(
      long writer, @Nullable CounterName after, EndedWriters ended) {
    return store
        .counters(writer, after, COUNTERS)
        .thenCompose(
            counters ->
                BoundedConcurrency.forEach(
                        AT_ONCE, counters, counter -> merge(counter, writer, ended))
                    .thenCompose(
                        merged ->
                            counters.size() < COUNTERS
                                ? CompletableFuture.completedStage(null)
                                : mergeFrom(writer, counters.get(COUNTERS - 1), ended)));
  }

  /** One that cannot be merged keeps no other from it. */
  private CompletionStage<Void> merge(CounterName counter, long writer, EndedWriters ended) {
    return new CounterMerge(store, meters, counter, ended, writer)
        .run()
        .exceptionally(this::failed);
  }

  /** It is tried again with the next look; a defect is told once while it lasts. */
  private @Nullable Void failed(Throwable failure) {
    failures++;
    if (!told && !StoreUnavailable.caused(failure)) {
      told = true;
      log.error("What an ended writer has of a sketch cannot be merged; trying on", failure);
    }
    return null;
  }
}
