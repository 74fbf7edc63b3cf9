/** Clocks and timers as interfaces, so that a simulation can control time. */
@NullMarked
package io.quipu.engine.time;

import org.jspecify.annotations.NullMarked;
