/** Kind {@code sketch}: mergeable states of values, with one state for each writer. */
@NullMarked
package io.quipu.engine.kinds.sketch;

import org.jspecify.annotations.NullMarked;
