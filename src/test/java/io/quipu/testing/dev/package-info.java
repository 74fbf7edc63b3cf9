/** Real Cassandra for tests and for development, and the launcher behind {@code mvn -Pdev}. */
@NullMarked
package io.quipu.testing.dev;

import org.jspecify.annotations.NullMarked;
