/** Collection: deletes settled rows after the retention of their namespace. */
@NullMarked
package io.quipu.engine.checkpoint.collect;

import org.jspecify.annotations.NullMarked;
