/** Levels of the log that are changed while the service runs. */
@NullMarked
package io.quipu.service.logging;

import org.jspecify.annotations.NullMarked;
