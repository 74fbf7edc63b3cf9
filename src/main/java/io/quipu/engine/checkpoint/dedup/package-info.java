/**
 * The rules that decide which events with ids count: the same for settlers, readers and recounts.
 */
@NullMarked
package io.quipu.engine.checkpoint.dedup;

import org.jspecify.annotations.NullMarked;
