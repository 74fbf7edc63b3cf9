/** What a way to count is, and what each of them is given. */
@NullMarked
package io.quipu.tools.strategies.strategy;

import org.jspecify.annotations.NullMarked;
