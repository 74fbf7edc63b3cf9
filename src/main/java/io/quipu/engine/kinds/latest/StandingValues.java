package io.quipu.engine.kinds.latest;

import io.quipu.engine.store.Extent;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The values that stood. A step may change the standing value of an actor. One fact is exported
 * after such a step: the new value, and the row since which the value stands. A reader that works
 * with a page's {@code until} ignores facts at or above {@code until}. Among the other facts of an
 * actor, the latest has the standing value.
 */
public interface StandingValues {
  /**
   * Hands the exported facts of the given actors to {@code sink}, except deleted facts, in any
   * order. When the stage completes, the sink has all these facts.
   */
  CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink);

  /** Writes values; may be repeated. {@code WRITTEN} means that a quorum has each value. */
  CompletionStage<WriteOutcome> write(Part part, List<Counted> values);

  /**
   * Deletes for ever the values of an actor that stood before a point. A value before this point
   * stays deleted even if it is written later.
   *
   * @param before the point, since which another value stands; the fact at this point is kept
   */
  CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before);

  /** Deletes for good all values of counters; may be repeated. */
  CompletionStage<WriteOutcome> erase(Part part, Extent extent);

  /**
   * A part of the actors of a page. The values of these actors lie together.
   *
   * @param part number of the part in its page, from 0
   */
  record Part(int page, int part) implements Comparable<Part> {
    /** Orders by page and then by number of the part, for sorted maps. */
    @Override
    public int compareTo(Part other) {
      int order = Integer.compare(page, other.page);
      return order != 0 ? order : Integer.compare(part, other.part);
    }
  }
}
