/** The registry of meters; each feature declares those of its own. */
@NullMarked
package io.quipu.ops.metrics;

import org.jspecify.annotations.NullMarked;
