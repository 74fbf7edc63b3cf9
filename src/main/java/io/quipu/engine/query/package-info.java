/** Reading: a count is what its pages have settled, plus the slices of rows since. */
@NullMarked
package io.quipu.engine.query;

import org.jspecify.annotations.NullMarked;
