/** Rankings: the largest counters of a namespace. */
@NullMarked
package io.quipu.engine.query.ranking;

import org.jspecify.annotations.NullMarked;
