/** Kind linear: linearizable counters that answer with the count after the increment. */
@NullMarked
package io.quipu.engine.kinds.linear;

import org.jspecify.annotations.NullMarked;
