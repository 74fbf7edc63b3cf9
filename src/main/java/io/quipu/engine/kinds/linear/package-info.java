/** Kind {@code linear}: linearizable counters. An answer has the count after the event. */
@NullMarked
package io.quipu.engine.kinds.linear;

import org.jspecify.annotations.NullMarked;
