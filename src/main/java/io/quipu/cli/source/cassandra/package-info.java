/** Counters of a table of Cassandra that has columns of type counter. */
@NullMarked
package io.quipu.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
