/** The rules that decide which events with ids count. Settlers, readers and recounts share them. */
@NullMarked
package io.quipu.engine.checkpoint.dedup;

import org.jspecify.annotations.NullMarked;
