/**
 * The right to write, its end, and the horizon up to which all events are final: lease, watermark,
 * horizon and group time. All classes are plain and use an injected clock and scheduler.
 */
@NullMarked
package io.quipu.engine.writer;

import org.jspecify.annotations.NullMarked;
