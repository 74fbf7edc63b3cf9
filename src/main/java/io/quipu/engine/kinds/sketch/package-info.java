/** The kind {@code sketch}: mergeable states of values; each counter has a state per writer. */
@NullMarked
package io.quipu.engine.kinds.sketch;

import org.jspecify.annotations.NullMarked;
