package io.quipu.engine.store;

import io.quipu.engine.names.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;

/**
 * The stores, layout and time of one context.
 *
 * @param stores complete their stages on the context
 * @param scheduler of the context
 */
public record Site(CounterStores stores, Layout layout, Clock clock, Scheduler scheduler) {}
