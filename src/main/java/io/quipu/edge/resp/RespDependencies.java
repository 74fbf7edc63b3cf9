package io.quipu.edge.resp;

import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.guard.Connections;
import io.quipu.service.ServiceSettings;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The rest of the process, as the verticles of Redis clients see it; shared by all instances.
 *
 * @param budget bounds the bytes that are held for callers
 * @param connections bounds those of all instances
 * @param lastId of a connection
 */
public record RespDependencies(
    RespSettings settings,
    ServiceSettings service,
    ByteBudget budget,
    RespMeters meters,
    Connections connections,
    AtomicLong lastId) {}
