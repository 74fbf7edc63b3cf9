/** The kinds of counters, a folder each, and the list of them. */
@NullMarked
package io.quipu;

import org.jspecify.annotations.NullMarked;
