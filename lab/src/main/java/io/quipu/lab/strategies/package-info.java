/**
 * The command that compares ways to count on the user's own cluster. The service does not depend on
 * this package.
 */
@NullMarked
package io.quipu.lab.strategies;

import org.jspecify.annotations.NullMarked;
