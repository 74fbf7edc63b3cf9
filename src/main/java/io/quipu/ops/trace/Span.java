package io.quipu.ops.trace;

import java.util.Collection;
import java.util.List;

/**
 * A piece of work, with its beginning, its end, and the work that it is a part of. Spans show the
 * way of a single request through the service. Most work is not recorded and has the span {@link
 * #NONE}, which costs nothing. A part of {@code NONE} is {@code NONE}, too. A method that an
 * implementation does not override accepts everything and keeps nothing. Safe on any thread.
 */
public interface Span {
  /** The span of work that nobody records. */
  // A thread that loads the anonymous class first could deadlock, but no other code names it.
  @SuppressWarnings("ClassInitializationDeadlock")
  Span NONE = new Span() {};

  /** The most spans that a shared span links to. */
  int MOST_LINKS = 32;

  /** The process that does the work. */
  enum Kind {
    /** This process. */
    INTERNAL,
    /** Another process, which this process asks. */
    CLIENT
  }

  /** Tells whether this work is recorded. */
  default boolean isRecorded() {
    return false;
  }

  /** The id of the trace, 32 hexadecimal digits; empty if this work is not recorded. */
  default String traceId() {
    return "";
  }

  /**
   * Begins a part of this work.
   *
   * @param name from a small fixed set, never text from a caller
   * @param others other work that the part is also done for
   */
  default Span begin(String name, Kind kind, List<Span> others) {
    return this;
  }

  /** Begins a part of this work, in this process and for no other work. */
  default Span begin(String name) {
    return begin(name, Kind.INTERNAL, List.of());
  }

  /** Adds an attribute of the work. */
  default Span with(String attribute, String value) {
    return this;
  }

  /** Adds an attribute of the work. */
  default Span with(String attribute, long value) {
    return this;
  }

  /**
   * Marks the work as failed.
   *
   * @param why from a small fixed set
   */
  default Span failed(String why) {
    return this;
  }

  /** Ends the work. Later attributes are lost; a second end does nothing. */
  default void end() {}

  /**
   * The span of work that is done for all given spans at once. The work is a part of the first
   * recorded span, with links to at most {@link #MOST_LINKS} others.
   */
  static Span ofAll(Collection<Span> all) {
    return SharedSpan.of(all);
  }
}
