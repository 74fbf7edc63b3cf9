package io.quipu.edge.live;

import io.quipu.engine.live.Reading;

/** Where the counts of one live connection go. Confined to the context of its connection. */
public interface Outlet {
  /** Tells whether the client is behind: what was written to it has not left yet. */
  boolean isFull();

  /**
   * Sends one count.
   *
   * @param seq numbers the counts of one subscription, from 1
   */
  void send(Reading reading, long seq);
}
