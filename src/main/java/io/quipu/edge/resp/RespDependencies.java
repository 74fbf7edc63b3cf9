package io.quipu.edge.resp;

import io.quipu.edge.guard.Connections;
import io.quipu.edge.http.HttpDependencies;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the verticles of Redis clients need of the rest of the process; shared by all instances.
 *
 * @param service what they have in common with those of HTTP
 * @param connections bounds those of all instances
 * @param lastId of a connection
 */
public record RespDependencies(
    RespSettings settings,
    HttpDependencies service,
    RespMeters meters,
    Connections connections,
    AtomicLong lastId) {}
