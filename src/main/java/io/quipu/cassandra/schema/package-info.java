/**
 * The schema: its files, the lock under which it is made, the check at each start, and the
 * constants of a keyspace.
 */
@NullMarked
package io.quipu.cassandra.schema;

import org.jspecify.annotations.NullMarked;
