package io.quipu.engine.store;

import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The settings of namespaces, changed by compare-and-set only, and a list of the names and kinds of
 * all namespaces. A namespace is entered in the list after its creation. Name and kind never change
 * in a life of a namespace, so a second entry does no harm. What is found may be {@linkplain
 * Namespace#deleted() deleted}.
 */
public interface NamespaceStore extends Deletions, CounterPurges {
  CompletionStage<Optional<Namespace>> find(String name);

  /** Finds a namespace after all changes of its settings that were decided before. */
  CompletionStage<Optional<Namespace>> findDecided(String name);

  /** When a namespace was created, by some clock; empty if it does not exist. */
  CompletionStage<Optional<Instant>> created(String name);

  /** Creates the namespace if the name does not exist. */
  CompletionStage<CasOutcome> create(Namespace namespace);

  /**
   * Replaces the settings of a namespace if they are still {@code expected}.
   *
   * @param next new settings with the name and kind of {@code expected}
   * @throws IllegalArgumentException if {@code next} has another name or kind
   */
  CompletionStage<CasOutcome> replace(Namespace expected, Namespace next);

  /**
   * Replaces a namespace that is gone by one of the same name and the next life, of any kind.
   *
   * @throws IllegalArgumentException if {@code next} has another name or life
   */
  CompletionStage<CasOutcome> revive(Namespace gone, Namespace next);

  /** Enters an existing namespace in the list; may be repeated. Does nothing after its removal. */
  CompletionStage<WriteOutcome> enter(Namespace namespace);

  /** Removes a deleted namespace from the list; may be repeated. Its next life may be entered. */
  CompletionStage<WriteOutcome> remove(Namespace namespace);

  /**
   * The entered namespaces after the name {@code after} (exclusive; empty to begin at the first
   * name), in the order of their names, at most {@code limit}.
   */
  CompletionStage<List<Listed>> list(String after, int limit);

  /** The number of namespaces that were entered. Fails with the store unavailable. */
  CompletionStage<Long> count();

  /** Checks that a namespace is the next life of another, as {@link #revive} demands. */
  static void checkRevival(Namespace gone, Namespace next) {
    if (!gone.isGone() || !gone.name().equals(next.name()) || next.life() != gone.life() + 1) {
      throw new IllegalArgumentException(next + " cannot follow " + gone);
    }
  }

  /** Checks that names and kinds are equal, as {@link #replace} demands. */
  static void checkReplacement(Namespace expected, Namespace next) {
    if (!expected.name().equals(next.name()) || !expected.kind().equals(next.kind())) {
      throw new IllegalArgumentException(next + " cannot replace " + expected);
    }
  }

  /**
   * A namespace, and when it was created.
   *
   * @param at by some clock
   */
  record Created(Namespace namespace, EventTime at) {
    /** By how much clocks may differ that tell when a namespace was created, in seconds. */
    private static final long CLOCK_SECONDS = Granularity.DAY.seconds();

    /** A point before all rows of the namespace, in seconds of Unix time. */
    public long beforeRows() {
      return at.epochSecond() - CLOCK_SECONDS;
    }

    /** A point before all times of its events, in seconds of Unix time. */
    public long beforeEvents() {
      return beforeRows() - Lateness.of(namespace).longest() / EventTime.TICKS_PER_SECOND;
    }
  }

  /** A namespace in the list. */
  record Listed(String name, String kind) {
    public static Listed of(Namespace namespace) {
      return new Listed(namespace.name(), namespace.kind());
    }
  }
}
