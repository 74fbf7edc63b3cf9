/**
 * Spans of a request, or of a turn of settling, on the way through the service. The plain classes
 * use these types only, and do not know the library that records spans.
 */
@NullMarked
package io.quipu.ops.trace;

import org.jspecify.annotations.NullMarked;
