package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Upkeep;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the shards of ended writers into the tallies. For each ended writer, one live member of
 * the group is responsible; two members that merge the same writer do no harm. After this member
 * has merged all its writers, it reads nothing until another writer ends. Confined to one context.
 */
final class SketchMerging implements Upkeep {
  private static final Logger log = LoggerFactory.getLogger(SketchMerging.class);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final SketchStore store;
  private final SketchMeters meters;
  private final Periodic looks;

  /** The merges of ended writers that may still have shards. */
  private final Map<Long, WriterMerge> underWay = new HashMap<>();

  private @Nullable WriterView view;
  private EndedWriters done = EndedWriters.NONE;
  private boolean reported;

  SketchMerging(SketchStore store, Scheduler scheduler, SketchMeters meters) {
    this.store = store;
    this.meters = meters;
    this.looks = new Periodic(scheduler, PAUSE, this::look);
  }

  @Override
  public void start() {
    looks.start();
  }

  @Override
  public void onView(WriterView latest) {
    view = latest;
  }

  @Override
  public void stop() {
    looks.stop();
  }

  /** Merges writers that ended before the reads, so that the reads see all acknowledged values. */
  private CompletionStage<Void> look() {
    WriterView latest = view;
    if (latest == null || latest.ended().equals(done)) {
      return CompletableFuture.completedStage(null);
    }
    return store
        .writers()
        .thenCompose(writers -> merge(writers, latest))
        .exceptionally(this::failed);
  }

  private CompletionStage<Void> merge(Set<Long> writers, WriterView latest) {
    List<Long> own = writers.stream().filter(writer -> isOwn(writer, latest)).toList();
    underWay.keySet().retainAll(own);
    return BoundedConcurrency.forEach(1, own, writer -> merge(writer, latest.ended()))
        .thenRun(
            () -> {
              if (underWay.isEmpty()) {
                done = latest.ended();
                reported = false;
              }
            });
  }

  private static boolean isOwn(long writer, WriterView view) {
    List<?> members = view.settlers();
    return view.ended().contains(writer)
        && !members.isEmpty()
        && members.get((int) (writer % members.size())).equals(view.self());
  }

  /** Continues the merge of one writer. A failure does not stop the merges of other writers. */
  private CompletionStage<Void> merge(long writer, EndedWriters ended) {
    return underWay
        .computeIfAbsent(writer, own -> new WriterMerge(store, meters, own, this::failed))
        .proceed(ended)
        .thenAccept(
            all -> {
              if (all) {
                underWay.remove(writer);
              }
            });
  }

  /** Reports only the first defect since all merges were complete. The next look tries again. */
  private @Nullable Void failed(Throwable failure) {
    if (!reported && !StoreUnavailable.caused(failure)) {
      reported = true;
      log.error("What an ended writer has of a sketch cannot be merged; trying on", failure);
    }
    return null;
  }
}
