package io.quipu.service;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.names.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.access.AccessRules;
import java.time.Duration;

/**
 * The settings of the application service, shared by all contexts that call the service.
 *
 * @param kinds the known kinds
 * @param ingestInstances the number of ingest verticles
 * @param queryInstances the number of query verticles
 * @param layout decides which ingest and query verticle serves a counter
 * @param timeout how long to wait for a reply; recounts and changes of namespaces wait longer, and
 *     lookups of callers wait at most 5 s
 * @param access the rules for the access of callers
 * @param tracing begins the spans of messages, which have no HTTP request
 */
public record ServiceSettings(
    KnownKinds kinds,
    int ingestInstances,
    int queryInstances,
    Layout layout,
    Clock clock,
    Duration timeout,
    AccessRules access,
    Tracing tracing) {}
