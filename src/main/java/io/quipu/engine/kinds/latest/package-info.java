/** Kind {@code latest}: adds up the standing values of many actors. */
@NullMarked
package io.quipu.engine.kinds.latest;

import org.jspecify.annotations.NullMarked;
