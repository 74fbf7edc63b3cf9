package io.quipu;

import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.Config;
import io.quipu.ops.metrics.Registry;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.vertx.core.Vertx;

/**
 * The objects that the verticles of an instance share.
 *
 * @param cores number of verticles of each kind: for recording, reading, HTTP and Redis clients
 * @param appendBytes the maximum size in bytes of the events that wait for recording in one
 *     verticle, once for appends to the event log, and again for each kind with a queue of its own
 */
record Instance(
    Config config,
    RoomSettings settings,
    Vertx vertx,
    CassandraSession session,
    Registry registry,
    Clock clock,
    Tracing tracing,
    int cores,
    long appendBytes,
    KnownKinds kinds,
    LiveMeters liveMeters,
    KeyOrigins keyOrigins) {
  private static final int APPENDS_PART_OF_HEAP = 8;

  static Instance of(
      Config config,
      RoomSettings settings,
      Vertx vertx,
      CassandraSession session,
      Registry registry,
      Clock clock,
      Tracing tracing) {
    int cores = Math.max(1, Runtime.getRuntime().availableProcessors());
    long appendBytes = Runtime.getRuntime().maxMemory() / APPENDS_PART_OF_HEAP / cores;
    return new Instance(
        config,
        settings,
        vertx,
        session,
        registry,
        clock,
        tracing,
        cores,
        appendBytes,
        Kinds.over(session, registry.meters(), clock, config.ingest().queueEvents(), appendBytes),
        new LiveMeters(registry.meters()),
        new KeyOrigins());
  }

  /** The settings of the application service, with the given rules for its callers. */
  ServiceSettings service(AccessRules access) {
    return new ServiceSettings(
        kinds,
        cores,
        cores,
        session.layout(),
        clock,
        config.http().requestTimeout(),
        access,
        tracing);
  }
}
