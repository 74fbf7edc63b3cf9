/** The kinds that add up the deltas of events: {@code event} and {@code unique}. */
@NullMarked
package io.quipu.engine.kinds.tally;

import org.jspecify.annotations.NullMarked;
