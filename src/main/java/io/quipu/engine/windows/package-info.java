/** Event time, and the windows that it falls into. */
@NullMarked
package io.quipu.engine.windows;

import org.jspecify.annotations.NullMarked;
