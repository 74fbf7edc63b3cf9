package io.quipu.engine.kind;

import io.quipu.engine.writer.WriterView;

/**
 * The background work of a kind, in one context of each process that settles. Confined to that
 * context.
 */
public interface Upkeep {
  void start();

  /** Takes the newest view of the group, from the writer of this process. */
  void onView(WriterView view);

  /** Begins no new work from now on. Does not wait for work that has begun. */
  void stop();
}
