/** The group of writers, and the row of each writer. */
@NullMarked
package io.quipu.cassandra.writers;

import org.jspecify.annotations.NullMarked;
