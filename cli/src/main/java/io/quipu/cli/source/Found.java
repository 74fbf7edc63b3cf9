package io.quipu.cli.source;

/** An entry that was found in a source. */
public sealed interface Found {
  /**
   * A counter.
   *
   * @param name the name; no other counter of the source has the same name
   */
  record Counter(String name, long value) implements Found {}

  /**
   * An entry that is not imported.
   *
   * @param what the name of the entry, for people
   */
  record Skipped(String what, SkipReason reason) implements Found {}
}
