package io.quipu.edge.http;

import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.guard.Connections;
import io.quipu.edge.http.access.AccessRules;
import io.quipu.edge.web.HttpMeters;
import io.quipu.edge.web.Resource;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import java.util.List;
import java.util.function.Function;

/**
 * What the HTTP verticles need of the rest of the process; shared by all instances.
 *
 * @param kinds that there are
 * @param ingestInstances how many ingest verticles there are
 * @param queryInstances how many query verticles there are
 * @param layout decides which ingest verticle has a counter
 * @param clock windows without an end reach up to its wall clock
 * @param meters of requests
 * @param budget what may be held for callers
 * @param connections bounds those of all instances
 * @param access who may do what
 * @param tracing of requests, and of what comes with messages
 * @param more makes the resources that other parts bring, once for each instance
 */
public record HttpDependencies(
    HttpSettings settings,
    KnownKinds kinds,
    int ingestInstances,
    int queryInstances,
    Layout layout,
    Clock clock,
    HttpMeters meters,
    ByteBudget budget,
    Connections connections,
    AccessRules access,
    Tracing tracing,
    List<Function<Backend, Resource>> more) {
  /** Where everybody may do everything, and nothing is traced. */
  public HttpDependencies(
      HttpSettings settings,
      KnownKinds kinds,
      int ingestInstances,
      int queryInstances,
      Layout layout,
      Clock clock,
      HttpMeters meters,
      ByteBudget budget,
      Connections connections,
      List<Function<Backend, Resource>> more) {
    this(
        settings,
        kinds,
        ingestInstances,
        queryInstances,
        layout,
        clock,
        meters,
        budget,
        connections,
        AccessRules.OPEN,
        Tracing.NONE,
        more);
  }
}
