/** The format of the log. */
@NullMarked
package io.quipu.ops.logging;

import org.jspecify.annotations.NullMarked;
