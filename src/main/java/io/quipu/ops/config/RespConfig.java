package io.quipu.ops.config;

import java.time.Duration;
import java.util.SortedMap;

/**
 * How Redis clients are served.
 *
 * @param port 0 picks a free one
 * @param databases which namespace each number is that {@code SELECT} takes; 0 is among them
 * @param tls whether with the certificate of the API
 * @param connections most connections of the process
 * @param connectionsPerAddress most of them from one address
 * @param idle how long a connection may rest
 */
public record RespConfig(
    int port,
    SortedMap<Integer, String> databases,
    boolean tls,
    int connections,
    int connectionsPerAddress,
    Duration idle) {}
