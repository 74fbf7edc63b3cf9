package io.quipu.tools.cli.source;

/** A find in a source. */
public sealed interface Found {
  /**
   * A counter.
   *
   * @param name by which no other counter of the source goes
   */
  record Counter(String name, long value) implements Found {}

  /**
   * Something that is not imported.
   *
   * @param what as people know it
   */
  record Skipped(String what, SkipReason reason) implements Found {}
}
