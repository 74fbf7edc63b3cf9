package io.quipu.engine.query;

import io.quipu.engine.store.PageStore.PageState;

/**
 * A page as it was read.
 *
 * @param tailRows how many rows it has since, of the counters that were asked for
 * @param started when the first query was sent, see {@link ReadDeadline}
 */
record PageReading(PageState state, long tailRows, long started) {}
