/** The session of an instance, and the guard that stops it when its keyspace is no longer safe. */
@NullMarked
package io.quipu.cassandra.session;

import org.jspecify.annotations.NullMarked;
