/** Reading: a count is the checkpoint plus the slice of rows since it. */
@NullMarked
package io.quipu.query;

import org.jspecify.annotations.NullMarked;
