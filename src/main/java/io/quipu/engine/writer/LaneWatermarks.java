package io.quipu.engine.writer;

import io.quipu.engine.windows.EventTime;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The minimum of the low watermarks of all ingesting contexts of a process. For a context that does
 * not answer, its last answer counts; before the first answer, the floor of the incarnation. Both
 * are safe, because the low watermark of a context never decreases. Confined to one context.
 */
public final class LaneWatermarks implements LowWatermark {
  private final int lanes;
  private final BiFunction<Integer, Incarnation, CompletionStage<EventTime>> ask;
  private EventTime[] known = {};
  private boolean[] adopted = {};
  private long number = -1;

  /**
   * @param ask asks one context; may fail, for example if the context does not answer in time
   */
  public LaneWatermarks(
      int lanes, BiFunction<Integer, Incarnation, CompletionStage<EventTime>> ask) {
    this.lanes = lanes;
    this.ask = ask;
  }

  @Override
  public CompletionStage<EventTime> low(Incarnation current) {
    if (lanes == 0) {
      return CompletableFuture.completedStage(current.time().now());
    }
    if (current.number() != number) {
      number = current.number();
      known = new EventTime[lanes];
      Arrays.fill(known, current.floor());
      adopted = new boolean[lanes];
    }
    CompletableFuture<?>[] answers =
        IntStream.range(0, lanes)
            .mapToObj(
                lane -> ask.apply(lane, current).handle((low, late) -> known(current, lane, low)))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(answers).thenApply(all -> lowest());
  }

  @Override
  public boolean isAdopted(Incarnation current) {
    if (lanes == 0) {
      return true;
    }
    boolean all = current.number() == number;
    for (boolean one : adopted) {
      all &= one;
    }
    return all;
  }

  private EventTime known(Incarnation asked, int lane, @Nullable EventTime low) {
    if (asked.number() == number && low != null) {
      known[lane] = EventTime.max(known[lane], low);
      adopted[lane] = true;
    }
    return known[lane];
  }

  private EventTime lowest() {
    return Arrays.stream(known).min(EventTime::compareTo).orElseThrow();
  }
}
