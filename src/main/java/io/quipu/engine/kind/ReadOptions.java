package io.quipu.engine.kind;

/** The wishes of a caller for an answer besides the usual, as a kind has understood them. */
public interface ReadOptions {
  /** As everybody gets it. */
  ReadOptions USUAL = new ReadOptions() {};
}
