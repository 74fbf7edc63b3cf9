/** What events with ids come to: the same rules for settlers, readers and recounts. */
@NullMarked
package io.quipu.engine.checkpoint.dedup;

import org.jspecify.annotations.NullMarked;
