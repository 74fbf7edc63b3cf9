/** The comparisons of the suite. */
@NullMarked
package io.quipu.lab.bench.cases;

import org.jspecify.annotations.NullMarked;
