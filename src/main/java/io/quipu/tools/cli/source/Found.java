package io.quipu.tools.cli.source;

/** An entry that was found in a source. */
public sealed interface Found {
  /**
   * A counter.
   *
   * @param name the name, which no other counter of the source has
   */
  record Counter(String name, long value) implements Found {}

  /**
   * An entry that is not imported.
   *
   * @param what the entry, in words for people
   */
  record Skipped(String what, SkipReason reason) implements Found {}
}
