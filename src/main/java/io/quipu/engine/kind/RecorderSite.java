package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The place of a recorder: one of the contexts that record. A counter always has the same one.
 *
 * @param pages records events as rows, for the kinds that are settled by pages
 * @param writer the incarnation that this context writes as at the moment; null if there is none
 * @param confirmation what is asked, besides its lease, before it acknowledges
 * @param scheduler of the context, which is also the calling one
 * @param lane number of the context within the process, from 0
 * @param changed notified of each counter after events of it were acknowledged
 */
public record RecorderSite(
    Recorder pages,
    Supplier<@Nullable Incarnation> writer,
    Confirmation confirmation,
    Scheduler scheduler,
    Clock clock,
    int lane,
    Consumer<CounterName> changed) {}
