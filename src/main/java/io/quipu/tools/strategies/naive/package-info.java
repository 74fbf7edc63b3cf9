/** Ways to count with Cassandra and a driver alone, each the best of its kind. */
@NullMarked
package io.quipu.tools.strategies.naive;

import org.jspecify.annotations.NullMarked;
