/** Namespaces, counters and series, and the parts of a keyspace that they are on. */
@NullMarked
package io.quipu.engine.names;

import org.jspecify.annotations.NullMarked;
