package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Clock;
import java.util.function.Consumer;

/**
 * The surroundings of those who delete data, on the context of one process.
 *
 * @param moveOn has a page settled up to now, even if it has no rows
 */
record ErasureSite(
    Layout layout,
    CounterStores stores,
    ErasureSource source,
    Consumer<Integer> moveOn,
    Clock clock,
    CollectionMeters meters) {}
