/** Reads the counters of a Cassandra table with columns of type counter. */
@NullMarked
package io.quipu.tools.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
