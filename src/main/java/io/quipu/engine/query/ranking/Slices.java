package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.windows.EventTime;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The counters of rankings, spread over several slices, in each slice in the order of their {@link
 * Place}. Stages fail with the store unavailable. Confined to one context.
 */
interface Slices {
  /** The number of slices. */
  int count();

  /** Begins a slice, before its counters are read. */
  CompletionStage<Begun> begin(int slice);

  /**
   * How far a slice is.
   *
   * @param reached the point before which all acknowledged events of its counters are counted;
   *     {@link EventTime#MIN} if no such point is known
   * @param settled the point before which no other event will be counted; {@link EventTime#MIN} if
   *     no such point is known
   */
  record Begun(EventTime reached, EventTime settled) {}

  /** Reads the counters of a slice that come next, at most {@code most}. */
  CompletionStage<Chunk> next(int slice, Place from, int most);

  /**
   * Some counters of a slice.
   *
   * @param next where those lie that were not read; null if the slice has no more
   */
  record Chunk(List<Placed> counters, @Nullable Place next) {}

  /** A counter or series with its value, in one of the {@link StoredNames}. */
  record Placed(int stored, ListedCounter counter) {
    /** Orders as the counters of a slice are. */
    static final Comparator<Placed> ORDER =
        Comparator.comparingInt(Placed::stored)
            .thenComparing(placed -> placed.counter.counter(), Utf8Order.INSTANCE);
  }

  /**
   * The counters that are left to read: some of one stored name, and all of those after it.
   *
   * @param stored the index of a stored name
   * @param names the range of names in it
   */
  record Place(int stored, NameRange names) {}
}
