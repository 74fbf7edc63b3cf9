/** Kinds that add up events: {@code event} and {@code unique}. */
@NullMarked
package io.quipu.engine.kinds.tally;

import org.jspecify.annotations.NullMarked;
