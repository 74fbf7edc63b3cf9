/** Clocks, timers and asynchronous tasks. A simulation can control clocks and timers. */
@NullMarked
package io.quipu.engine.time;

import org.jspecify.annotations.NullMarked;
