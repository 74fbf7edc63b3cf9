package io.quipu.engine.kind;

/** What a caller wants of an answer besides what everybody gets, as a kind has understood it. */
public interface ReadOptions {
  /** As everybody gets it. */
  ReadOptions USUAL = new ReadOptions() {};
}
