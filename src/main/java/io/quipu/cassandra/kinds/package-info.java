/** The stores of the kinds of counters that have tables of their own. */
@NullMarked
package io.quipu.cassandra.kinds;

import org.jspecify.annotations.NullMarked;
