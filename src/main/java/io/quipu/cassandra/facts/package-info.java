/** Stores of what steps leave beside the pages: closed windows, names of counters, erasure. */
@NullMarked
package io.quipu.cassandra.facts;

import org.jspecify.annotations.NullMarked;
