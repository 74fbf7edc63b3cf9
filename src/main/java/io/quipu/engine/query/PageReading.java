package io.quipu.engine.query;

import io.quipu.engine.store.PageStore.PageState;

/**
 * The result of reading a page.
 *
 * @param tailRows number of rows in the tails of the requested counters
 * @param started when the first query was sent, see {@link ReadDeadline}
 */
record PageReading(PageState state, long tailRows, long started) {}
