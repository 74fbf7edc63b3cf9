package io.quipu.engine.query.ranking;

import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a ranking, spread over several slices, in each slice in the order of their names.
 * Stages fail with the store unavailable. Confined to one context.
 */
interface Slices {
  /** The number of slices. */
  int count();

  /** The range of the names by which the counters are read. */
  NameRange names();

  /**
   * Begins a slice, before its counters are read.
   *
   * @return the point before which all events of these counters are counted; {@link EventTime#MIN}
   *     if no such point is known
   */
  CompletionStage<EventTime> begin(int slice);

  /**
   * Reads the next counters of a slice, at most {@code most}.
   *
   * @param purged how often the counters were purged; others are left out
   */
  CompletionStage<Chunk> next(int slice, int purged, NameRange names, int most);

  /**
   * Some counters of a slice.
   *
   * @param last the name of the last one that was read, which may be left out of the counters; null
   *     if the slice has no more
   */
  record Chunk(List<ListedCounter> counters, @Nullable String last) {}
}
