package io.quipu.edge.counters;

import io.quipu.service.CounterService;

/** The service and the access to routes, shared by all resources of one server instance. */
public record CounterApi(CounterService service, RouteAccess access) {}
