/** The stores of kinds with tables of their own. */
@NullMarked
package io.quipu.cassandra.kinds;

import org.jspecify.annotations.NullMarked;
