/** The rows of events, and the directory of the partitions that have some. */
@NullMarked
package io.quipu.cassandra.events;

import org.jspecify.annotations.NullMarked;
