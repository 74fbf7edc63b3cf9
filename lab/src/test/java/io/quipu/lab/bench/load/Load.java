package io.quipu.lab.bench.load;

import java.time.Duration;

/** Something that can be put on a server. */
public interface Load extends AutoCloseable {
  /** As fast as answers come, with a fixed number of requests in flight. */
  Phase closedLoop(Duration time);

  /**
   * At a stated rate, whether answers come or not. A latency counts from when the request was to be
   * sent, so that a server that stalls is charged with all the requests that it held up.
   */
  Phase atRate(double perSecond, Duration time);

  /** Closes what is its own. */
  @Override
  default void close() {}
}
