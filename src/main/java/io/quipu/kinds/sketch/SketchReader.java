package io.quipu.kinds.sketch;

import io.quipu.counter.CounterName;
import io.quipu.counter.KnownCounter;
import io.quipu.kind.Answer;
import io.quipu.kind.ReadOptions;
import io.quipu.kind.Reader;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.NextFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads sketches: the shards first, the tally after them. What was deleted before its shard could
 * be read is in the tally then; what the tally has is left out of the shards. Confined to one
 * context.
 */
final class SketchReader implements Reader {
  private static final int AT_ONCE = 16;

  private final NextFlight<CounterName, StoredSketch> reads;

  SketchReader(SketchStore store) {
    this.reads =
        new NextFlight<>(
            counter ->
                store
                    .shards(counter)
                    .thenCompose(
                        shards ->
                            store
                                .tally(counter)
                                .thenApply(tally -> new StoredSketch(shards, tally))),
            () -> {});
  }

  /** A counter as it was read. */
  private record StoredSketch(SortedMap<Long, Shard> shards, SketchTally tally) {
    private SketchState merged(SketchType type) {
      SketchState all = type.empty();
      tally.state().ifPresent(state -> all.merge(SketchState.of(type, state)));
      shards.forEach(
          (writer, shard) -> {
            if (!tally.merged().contains(writer)) {
              all.merge(SketchState.of(type, shard.state()));
            }
          });
      return all;
    }
  }

  @Override
  public CompletionStage<Answer> read(KnownCounter counter) {
    return read(counter, SketchOptions.USUAL);
  }

  @Override
  public CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    SketchType type = SketchKind.typeOf(counter.namespace());
    return reads
        .board(counter.name())
        .thenApply(
            stored -> {
              SketchState merged = stored.merged(type);
              SketchResult result = merged.result((SketchOptions) options);
              return new SketchAnswer(counter.name(), merged.events(), result);
            });
  }

  @Override
  public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    return BoundedConcurrency.forEach(
            AT_ONCE,
            counters,
            counter -> {
              CompletableFuture<Answer> answer = read(counter).toCompletableFuture();
              answers.add(answer);
              return answer;
            })
        .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
  }
}
