/** Documents whose commands and pages run as they stand. */
@NullMarked
package io.quipu.testing.documents;

import org.jspecify.annotations.NullMarked;
