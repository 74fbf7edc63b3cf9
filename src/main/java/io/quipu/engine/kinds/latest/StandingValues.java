package io.quipu.engine.kinds.latest;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The values that stood. Each step that changes the standing value of an actor exports one fact
 * afterwards: the value, and since which row it stands. A reader as of a page's {@code until}
 * ignores facts at or above {@code until}. The newest other fact has the standing value.
 */
public interface StandingValues {
  /**
   * Hands every value that stood for the given actors to {@code sink}, in any order, except deleted
   * values. When the stage completes, the sink has all values.
   */
  CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink);

  /** Writes values; may be repeated. {@code WRITTEN} only when a quorum has each value. */
  CompletionStage<WriteOutcome> write(Part part, List<Counted> values);

  /**
   * Deletes for ever the values of an actor that stood before a point. A value before this point
   * stays deleted even if it is written later.
   *
   * @param before the point, at which another value stood
   */
  CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before);

  /**
   * A part of the actors of a page, whose values lie together.
   *
   * @param part number of the part in its page, from 0
   */
  record Part(int page, int part) implements Comparable<Part> {
    /** For sorted maps. */
    @Override
    public int compareTo(Part other) {
      int order = Integer.compare(page, other.page);
      return order != 0 ? order : Integer.compare(part, other.part);
    }
  }
}
