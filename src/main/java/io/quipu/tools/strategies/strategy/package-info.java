/** The interface of a way to count, and the keyspace and the line that each way gets. */
@NullMarked
package io.quipu.tools.strategies.strategy;

import org.jspecify.annotations.NullMarked;
