package io.quipu.edge.guard.connection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The port of a server, and the times of its shutdown.
 *
 * @param port 0 picks a free port, the same for all instances of the server in this process
 * @param drainDelay how long a stopping server still serves, while it tells callers to reconnect
 * @param shutdownTimeout how long requests under way may take to finish after {@code drainDelay}
 * @param certificate for TLS, which is then the only protocol of the port; null for no TLS
 */
public record PortSettings(
    String host,
    int port,
    Duration drainDelay,
    Duration shutdownTimeout,
    @Nullable ServerCertificate certificate) {}
