/** Kind {@code sketch}: state that can be merged in any order, of which each writer has its own. */
@NullMarked
package io.quipu.engine.kinds.sketch;

import org.jspecify.annotations.NullMarked;
