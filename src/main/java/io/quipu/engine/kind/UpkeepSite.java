package io.quipu.engine.kind;

import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;

/** The place of upkeep: a context, which is also the calling one. */
public record UpkeepSite(Scheduler scheduler, Clock clock) {}
