/** The interface of a way to count, and the ground that each gets. */
@NullMarked
package io.quipu.tools.strategies.strategy;

import org.jspecify.annotations.NullMarked;
