/**
 * The spans of requests and of turns of settling. All packages except {@code ops.opentelemetry} use
 * only these types, and not the library that records spans.
 */
@NullMarked
package io.quipu.ops.trace;

import org.jspecify.annotations.NullMarked;
