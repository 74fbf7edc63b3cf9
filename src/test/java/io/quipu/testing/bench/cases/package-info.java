/** What is compared with what. */
@NullMarked
package io.quipu.testing.bench.cases;

import org.jspecify.annotations.NullMarked;
