/** Ways to count that somebody builds with Cassandra and a driver, each the best of its kind. */
@NullMarked
package io.quipu.tools.strategies.naive;

import org.jspecify.annotations.NullMarked;
