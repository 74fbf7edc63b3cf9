package io.quipu.edge.guard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The port of a server, and how it is left.
 *
 * @param port 0 picks a free one, the same for all instances of one process
 * @param drainDelay how long the server goes on as before when it stops, but for telling callers to
 *     connect anew
 * @param shutdownTimeout how long what is under way may take to finish after that
 * @param certificate for TLS, without which nothing else is spoken then; null for none
 */
public record PortSettings(
    String host,
    int port,
    Duration drainDelay,
    Duration shutdownTimeout,
    @Nullable ServerCertificate certificate) {}
