/**
 * Who may write, until when, and how far back is final: lease, watermark, horizon and group time.
 * Everything but the verticle is plain and driven by an injected clock and scheduler.
 */
@NullMarked
package io.quipu.engine.writer;

import org.jspecify.annotations.NullMarked;
