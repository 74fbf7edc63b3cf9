/** Counts on their way: lines and what sources have become events, and counters become lines. */
@NullMarked
package io.quipu.tools.cli.transfer;

import org.jspecify.annotations.NullMarked;
