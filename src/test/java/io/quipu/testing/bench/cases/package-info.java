/** The comparisons of the suite. */
@NullMarked
package io.quipu.testing.bench.cases;

import org.jspecify.annotations.NullMarked;
