/** The interface of a way to count, and the keyspace and the line that a way uses. */
@NullMarked
package io.quipu.lab.strategies.strategy;

import org.jspecify.annotations.NullMarked;
