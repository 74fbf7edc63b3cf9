/** Import and export: lines and counters of sources become events, and counts become lines. */
@NullMarked
package io.quipu.tools.cli.transfer;

import org.jspecify.annotations.NullMarked;
