package io.quipu.edge.live;

import io.quipu.engine.live.Reading;

/** The sink for the counts of one live connection. Confined to the context of its connection. */
public interface Outlet {
  /** Tells whether too many bytes wait for the client, or the connection is closed or closing. */
  boolean isFull();

  /**
   * Sends one count.
   *
   * @param seq the number of the count within its subscription, from 1
   */
  void send(Reading reading, long seq);

  /** Closes the connection, because a namespace was deleted of which it follows counters. */
  void endDeleted();
}
