/** Clocks and timers as the plain classes see them, so that a simulation can own time. */
@NullMarked
package io.quipu.time;

import org.jspecify.annotations.NullMarked;
