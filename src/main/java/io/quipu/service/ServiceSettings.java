package io.quipu.service;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.access.AccessRules;
import java.time.Duration;

/**
 * The rest of the process, as the application service sees it; shared by all contexts that call it.
 *
 * @param kinds that there are
 * @param ingestInstances how many ingest verticles there are
 * @param queryInstances how many query verticles there are
 * @param layout decides which verticle has a counter
 * @param timeout how long to wait for any one reply
 * @param access who may do what
 * @param tracing of what comes with messages, which have no request
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
