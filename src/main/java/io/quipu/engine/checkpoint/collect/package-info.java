/** Collection: deletes the rows of what is settled and older than its namespace keeps it. */
@NullMarked
package io.quipu.engine.checkpoint.collect;

import org.jspecify.annotations.NullMarked;
