/** Counts on their way: lines and what sources have become events, and counters become lines. */
@NullMarked
package io.quipu.cli.transfer;

import org.jspecify.annotations.NullMarked;
