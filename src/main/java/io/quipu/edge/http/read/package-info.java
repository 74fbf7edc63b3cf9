/** Requests that read counts, windows, totals, lists and rankings. */
@NullMarked
package io.quipu.edge.http.read;

import org.jspecify.annotations.NullMarked;
