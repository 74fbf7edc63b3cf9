package io.quipu.engine.kind.answer;

/** The options of one read, which the kind of the counter has parsed from query parameters. */
public interface ReadOptions {
  /** No options. */
  ReadOptions USUAL = new ReadOptions() {};
}
