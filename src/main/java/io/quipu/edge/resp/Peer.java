package io.quipu.edge.resp;

/** The client at the other end of a connection. */
interface Peer {
  void write(byte[] bytes);

  /**
   * Tells whether too many written bytes wait for the client. Once the client has taken enough of
   * them, {@link Conversation#drained} is called.
   */
  boolean isFull();

  /** Reads more input, or stops reading. */
  void listen(boolean more);

  /** Runs a task on the context of the connection, after the tasks that already wait there. */
  void later(Runnable task);

  /** Closes the connection, once all written bytes are sent. */
  void close();
}
