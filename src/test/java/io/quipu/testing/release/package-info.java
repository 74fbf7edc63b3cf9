/** What is released: one version in all places, and artifacts that are the same byte for byte. */
@NullMarked
package io.quipu.testing.release;

import org.jspecify.annotations.NullMarked;
