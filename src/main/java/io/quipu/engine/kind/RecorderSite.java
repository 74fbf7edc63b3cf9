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
 * The context of a recorder, with what a recorder needs. A counter always has the same context.
 *
 * @param pages records events as rows, for the kinds that are settled by pages
 * @param writer the current incarnation of the writer of this context; null if there is none
 * @param confirmation asked before each acknowledgement, in addition to the lease
 * @param scheduler of the context, which is the calling context
 * @param lane number of the context within the process, from 0
 * @param changed notified of each counter after its events were acknowledged
 */
public record RecorderSite(
    Recorder pages,
    Supplier<@Nullable Incarnation> writer,
    Confirmation confirmation,
    Scheduler scheduler,
    Clock clock,
    int lane,
    Consumer<CounterName> changed) {}
