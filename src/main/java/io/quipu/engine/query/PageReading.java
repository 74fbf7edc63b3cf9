package io.quipu.engine.query;

import io.quipu.engine.store.PageStore.PageState;

/**
 * The result of reading a page.
 *
 * @param tailRows number of rows in the tails of the requested counters; 0 if no tail was read
 * @param started monotonic time before the first query, see {@link ReadDeadline}
 */
record PageReading(PageState state, long tailRows, long started) {}
