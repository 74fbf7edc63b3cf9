/**
 * Spans of a request, or of a turn of settling, on its way through the service, as the plain
 * classes see them: without a word of who records them.
 */
@NullMarked
package io.quipu.ops.trace;

import org.jspecify.annotations.NullMarked;
