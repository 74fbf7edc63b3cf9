package io.quipu.service;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.access.AccessRules;
import java.time.Duration;

/**
 * The settings of the application service, shared by all contexts that call the service.
 *
 * @param kinds the known kinds
 * @param ingestInstances how many ingest verticles there are
 * @param queryInstances how many query verticles there are
 * @param layout decides which verticle has a counter
 * @param timeout how long to wait for any one reply
 * @param access who may do what
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
