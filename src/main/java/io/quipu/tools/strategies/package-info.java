/**
 * The command that runs ways to count side by side on somebody's own cluster. Nothing of the
 * service knows it.
 */
@NullMarked
package io.quipu.tools.strategies;

import org.jspecify.annotations.NullMarked;
