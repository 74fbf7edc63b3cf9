package io.quipu.edge.counters;

import io.quipu.service.CounterService;

/**
 * The application service and the access to routes, as the resources of one server instance use
 * them.
 */
public record CounterApi(CounterService service, RouteAccess access) {}
