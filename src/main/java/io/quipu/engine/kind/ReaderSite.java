package io.quipu.engine.kind;

import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;

/**
 * The place of a reader: one of the contexts that read. A counter always has the same one.
 *
 * @param pages reads counts of the kinds that are settled by pages
 * @param scheduler of the context, which is also the calling one
 */
public record ReaderSite(Reader pages, Scheduler scheduler, Clock clock) {}
