/** What is compared with what. */
@NullMarked
package io.quipu.bench.cases;

import org.jspecify.annotations.NullMarked;
