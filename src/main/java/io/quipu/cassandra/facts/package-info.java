/** What steps leave beside the pages: closed windows and names of counters; and their erasure. */
@NullMarked
package io.quipu.cassandra.facts;

import org.jspecify.annotations.NullMarked;
