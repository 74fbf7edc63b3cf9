package io.quipu.ops.trace;

import java.util.Collection;
import java.util.List;

/**
 * A piece of work, with its beginning, its end, and the work that it is a part of: what one sees
 * who follows a single request through the service. Of most work nothing is recorded; its span is
 * {@link #NONE}, which costs nothing, and so is every span that is begun in it: what an
 * implementation leaves out takes everything, and keeps nothing. Safe on any thread.
 */
public interface Span {
  /** The span of work that nobody records. */
  // Whoever begins with its class would wait for this one; but nobody else knows that class.
  @SuppressWarnings("ClassInitializationDeadlock")
  Span NONE = new Span() {};

  /** Most others that a piece of work is said to be done for. */
  int MOST_LINKS = 32;

  /** The process that does the work. */
  enum Kind {
    /** This process. */
    INTERNAL,
    /** Another one, that this one asks. */
    CLIENT
  }

  /** Tells if anything of it is recorded. */
  default boolean isRecorded() {
    return false;
  }

  /** The trace that it belongs to, 32 hexadecimal digits; empty if it is not recorded. */
  default String traceId() {
    return "";
  }

  /**
   * Begins a part of this work.
   *
   * @param name one of few: never what a caller sent
   * @param others work that is not this, and that the part is done for, too
   */
  default Span begin(String name, Kind kind, List<Span> others) {
    return this;
  }

  /** Begins a part of this work, in this process and for nothing else. */
  default Span begin(String name) {
    return begin(name, Kind.INTERNAL, List.of());
  }

  /** Says something about the work. */
  default Span with(String attribute, String value) {
    return this;
  }

  /** Says something about the work. */
  default Span with(String attribute, long value) {
    return this;
  }

  /**
   * The work failed.
   *
   * @param why one of few words
   */
  default Span failed(String why) {
    return this;
  }

  /** The work is over. What is said of it later is lost; ending it again does nothing. */
  default void end() {}

  /**
   * The span of work for all of these at once: a part of the first that is recorded, with links to
   * at most {@link #MOST_LINKS} others.
   */
  static Span ofAll(Collection<Span> all) {
    return SharedSpan.of(all);
  }
}
