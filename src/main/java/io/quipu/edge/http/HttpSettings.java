package io.quipu.edge.http;

import io.quipu.edge.guard.Origins;
import io.quipu.edge.guard.ServerCertificate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the service listens, and how patient it is.
 *
 * @param port 0 picks a free one, the same for all instances of one process
 * @param requestTimeout how long a request waits for any one reply of the bus
 * @param drainDelay how long the service goes on as before when it stops, but for telling callers
 *     to connect anew
 * @param shutdownTimeout how long requests in flight may take to finish after that
 * @param origins whose web pages may use the service
 * @param http2ClearText whether HTTP/2 is spoken besides HTTP/1, without TLS
 * @param certificate for TLS, without which nothing else is spoken then; null for none
 */
public record HttpSettings(
    String host,
    int port,
    Duration requestTimeout,
    Duration drainDelay,
    Duration shutdownTimeout,
    Origins origins,
    boolean http2ClearText,
    @Nullable ServerCertificate certificate) {
  /** Without TLS. */
  public HttpSettings(
      String host,
      int port,
      Duration requestTimeout,
      Duration drainDelay,
      Duration shutdownTimeout,
      Origins origins,
      boolean http2ClearText) {
    this(host, port, requestTimeout, drainDelay, shutdownTimeout, origins, http2ClearText, null);
  }
}
