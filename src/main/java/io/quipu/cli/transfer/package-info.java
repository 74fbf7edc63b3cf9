/** Files of counts: what is read from them becomes events, and counters become lines. */
@NullMarked
package io.quipu.cli.transfer;

import org.jspecify.annotations.NullMarked;
