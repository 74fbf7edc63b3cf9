package io.quipu.engine.kind;

import io.quipu.engine.writer.WriterView;

/**
 * The work that a kind does by itself, in one context of each process that settles. Confined to
 * that context.
 */
public interface Upkeep {
  void start();

  /** Takes in the group as the writer of this process last knew it. */
  void onView(WriterView view);

  /** Begins nothing more; what is under way ends by itself. */
  void stop();
}
