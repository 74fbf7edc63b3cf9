/** Requests that record events. */
@NullMarked
package io.quipu.edge.http.record;

import org.jspecify.annotations.NullMarked;
