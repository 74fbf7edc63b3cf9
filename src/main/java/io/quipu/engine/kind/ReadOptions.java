package io.quipu.engine.kind;

/** The options of a caller for an answer, as the kind of the counter has parsed them. */
public interface ReadOptions {
  /** No options. */
  ReadOptions USUAL = new ReadOptions() {};
}
