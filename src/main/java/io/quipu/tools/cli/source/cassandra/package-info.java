/** Counters of a table of Cassandra that has columns of type counter. */
@NullMarked
package io.quipu.tools.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
