package io.quipu.engine.writer;

import io.quipu.engine.windows.EventTime;
import java.util.concurrent.CompletionStage;

/**
 * The low watermark of a whole process: the minimum over its ingesting contexts. A request for the
 * low watermark also tells the contexts the incarnation under which they write.
 */
@FunctionalInterface
public interface LowWatermark {
  /**
   * A lower bound of the event times that {@code incarnation} may still acknowledge. For a context
   * that does not answer in time, an earlier lower bound counts.
   */
  CompletionStage<EventTime> low(Incarnation incarnation);

  /** Tells whether all contexts write as this incarnation; until then, some refuse events. */
  default boolean isAdopted(Incarnation incarnation) {
    return true;
  }
}
