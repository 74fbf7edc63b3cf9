/** Clocks and timers as the plain classes see them, so that a simulation can own time. */
@NullMarked
package io.quipu.engine.time;

import org.jspecify.annotations.NullMarked;
