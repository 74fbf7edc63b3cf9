package io.quipu.kind;

import io.quipu.time.Clock;
import io.quipu.time.Scheduler;

/** Where upkeep runs: a context, which is also the calling one. */
public record UpkeepSite(Scheduler scheduler, Clock clock) {}
