/**
 * The right to write, its end, and the point up to which all is final: lease, watermark, horizon
 * and group time. All classes are plain and driven by an injected clock and scheduler.
 */
@NullMarked
package io.quipu.engine.writer;

import org.jspecify.annotations.NullMarked;
