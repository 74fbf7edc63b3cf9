package io.quipu.edge.counters;

import io.quipu.edge.access.RouteAccess;
import io.quipu.service.CounterService;

/** The service and the access to routes. All resources of one server instance share both. */
public record CounterApi(CounterService service, RouteAccess access) {}
