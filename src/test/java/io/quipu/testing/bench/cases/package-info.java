/** The comparisons of the suite. */
@NullMarked
package io.quipu.testing.bench.cases;

