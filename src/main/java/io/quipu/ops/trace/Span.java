package io.quipu.ops.trace;

import java.util.Collection;
import java.util.List;

/**
 * A piece of work, with its beginning, its end, and, except for the first span of a trace, a
 * parent: the span of the larger work. Spans show which steps a single request takes in the
 * service, and how long each step takes. Most work is not recorded and has the span {@link #NONE}.
 * A part of {@code NONE} is {@code NONE}, too. A method that an implementation does not override
 * ignores its arguments. Safe on any thread.
 */
public interface Span {
  /** The span of all work that is not recorded. */
  // A thread that loads the anonymous class first could deadlock, but no other code names it.
  @SuppressWarnings("ClassInitializationDeadlock")
  Span NONE = new Span() {};

  /** The maximum number of spans that {@link #ofAll} links to, besides the first span. */
  int MOST_LINKS = 32;

  /** The place where the work is done. */
  enum Kind {
    /** This process. */
    INTERNAL,
    /** Another process, to which this process sends a request. */
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
   * @param others the spans of other work that the part is also done for
   */
  default Span begin(String name, Kind kind, List<Span> others) {
    return this;
  }

  /** Begins a part of this work. The part is done in this process, and for no other span. */
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
   * @param why the kind of failure, from a small fixed set
   */
  default Span failed(String why) {
    return this;
  }

  /** Ends the work. Attributes that are added later are ignored, and so is a second end. */
  default void end() {}

  /**
   * The span of work that is done for all given spans at once. The work is a part of the first
   * recorded span, with links to at most {@link #MOST_LINKS} other recorded spans.
   */
  static Span ofAll(Collection<Span> all) {
    return SharedSpan.of(all);
  }
}
