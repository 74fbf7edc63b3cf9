package io.quipu.edge.resp;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.resp.counters.ScanCursors;
import io.quipu.service.ServiceSettings;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The parts of the process that the verticles for Redis clients use. Shared by all instances.
 *
 * @param budget bounds the bytes that are held for callers
 * @param connections bounds the connections of all instances
 * @param cursors the places where scans go on
 * @param lastId the id of the latest connection
 */
public record RespDependencies(
    RespSettings settings,
    ServiceSettings service,
    ByteBudget budget,
    RespMeters meters,
    Connections connections,
    ScanCursors cursors,
    AtomicLong lastId) {}
