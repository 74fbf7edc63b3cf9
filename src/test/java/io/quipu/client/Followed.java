package io.quipu.client;

/**
 * The most counters of one subscription that a test asks of a client, and the connections that they
 * take.
 */
record Followed(int counters, int connections) {
  /** Over WebSockets, each with as many counters as the service allows. */
  static final Followed WEB_SOCKETS = new Followed(1_001, 2);

  /** As Server-Sent Events: a connection for each counter. */
  static final Followed STREAMS = new Followed(100, 100);
}
