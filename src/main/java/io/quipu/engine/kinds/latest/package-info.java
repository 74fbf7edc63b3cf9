/** The kind that adds up the latest value of each of many actors. */
@NullMarked
package io.quipu.engine.kinds.latest;

import org.jspecify.annotations.NullMarked;
