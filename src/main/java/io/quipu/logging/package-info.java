/** Levels of the log that are changed while the service runs. */
@NullMarked
package io.quipu.logging;

import org.jspecify.annotations.NullMarked;
