/** Rankings: the largest counters of a namespace. */
@NullMarked
package io.quipu.ranking;

import org.jspecify.annotations.NullMarked;
