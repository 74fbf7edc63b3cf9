package io.quipu.edge.http;

import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.web.HttpMeters;
import io.quipu.edge.web.Resource;
import io.quipu.service.ServiceSettings;
import java.util.List;
import java.util.function.Function;

/**
 * The objects that all instances of the HTTP verticle share.
 *
 * @param meters of requests
 * @param budget bounds the bytes that are held for callers
 * @param connections bounds the connections of all instances
 * @param more makes the resources of other packages; called once for each instance
 */
public record HttpDependencies(
    HttpSettings settings,
    ServiceSettings service,
    HttpMeters meters,
    ByteBudget budget,
    Connections connections,
    List<Function<CounterApi, Resource>> more) {}
