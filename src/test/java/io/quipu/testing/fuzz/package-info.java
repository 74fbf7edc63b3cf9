/**
 * Common to fuzz tests: parsers to compare with, where ours differs from them on purpose, and the
 * launcher behind {@code mvn -Pfuzz}. A fuzz test stands in the folder of what it fuzzes.
 */
@NullMarked
package io.quipu.testing.fuzz;

import org.jspecify.annotations.NullMarked;
