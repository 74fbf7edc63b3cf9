package io.quipu.engine.kind;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The context of a recorder, with the objects that a recorder needs. In one process, all events of
 * a counter have the same context.
 *
 * @param pages records events as rows, for the kinds that are settled by pages
 * @param writer gives the incarnation that this context writes as; null if there is none yet
 * @param confirmation the check before an acknowledgement, in addition to the lease; for kinds that
 *     acknowledge under the lease
 * @param scheduler of the context, which is the calling context
 * @param lane number of the context within the process, from 0
 * @param changed notified of each counter when its events are known to be recorded
 */
public record RecorderSite(
    Recorder pages,
    Supplier<@Nullable Incarnation> writer,
    Confirmation confirmation,
    Scheduler scheduler,
    Clock clock,
    int lane,
    Consumer<CounterName> changed) {}
