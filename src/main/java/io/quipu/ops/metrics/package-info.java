/** The registry of meters; each feature declares its own meters. */
@NullMarked
package io.quipu.ops.metrics;

import org.jspecify.annotations.NullMarked;
