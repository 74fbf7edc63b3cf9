/** Rows of events: how they are packed, and read back. */
@NullMarked
package io.quipu.engine.store.rows;

import org.jspecify.annotations.NullMarked;
