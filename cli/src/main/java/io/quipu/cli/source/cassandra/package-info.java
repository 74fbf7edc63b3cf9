/** Reads the counters of a Cassandra table with columns of type counter. */
@NullMarked
package io.quipu.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
