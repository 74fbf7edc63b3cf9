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
 * Since which row which value of an actor stands: facts, exported after the step that decided them,
 * one for each step in which an actor's value changed. Who works as of a page's {@code until}
 * ignores those at or above it; of the others the newest says what stands.
 */
public interface StandingValues {
  /**
   * Hands every value that stood for the given actors to {@code sink}, in any order, but for those
   * that were forgotten. When the stage completes, the sink has seen all of them.
   */
  CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink);

  /** Writes values; may be repeated. Written only when each is durable on a quorum. */
  CompletionStage<WriteOutcome> write(Part part, List<Counted> values);

  /**
   * Deletes the values of an actor that stood before a point for good; of those that are written
   * later, none of before that point is ever seen.
   *
   * @param before when another stood
   */
  CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before);

  /**
   * A part of a page where values lie.
   *
   * @param part of the actors of the page, from 0
   */
  record Part(int page, int part) implements Comparable<Part> {
    /** For hash tables. */
    @Override
    public int compareTo(Part other) {
      int order = Integer.compare(page, other.page);
      return order != 0 ? order : Integer.compare(part, other.part);
    }
  }
}
