/** Which events with ids count: one rule for settlers, readers and recounts. */
@NullMarked
package io.quipu.dedup;

import org.jspecify.annotations.NullMarked;
