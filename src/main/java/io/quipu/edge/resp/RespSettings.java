package io.quipu.edge.resp;

import io.quipu.edge.guard.ServerCertificate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis clients are served, and how patient the service is with them.
 *
 * @param port 0 picks a free one, the same for all instances of one process
 * @param databases what {@code SELECT} takes
 * @param deadlines of what clients send
 * @param drainDelay how long the service goes on as before when it stops
 * @param shutdownTimeout how long commands under way may take to finish after that
 * @param certificate for TLS, without which nothing else is spoken then; null for none
 */
public record RespSettings(
    String host,
    int port,
    Databases databases,
    Deadlines deadlines,
    Duration drainDelay,
    Duration shutdownTimeout,
    @Nullable ServerCertificate certificate) {}
