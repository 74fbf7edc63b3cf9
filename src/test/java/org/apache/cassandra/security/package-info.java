/** Replaces one class of the Cassandra server on Java 18 and later; the tests do not use it. */
@NullMarked
package org.apache.cassandra.security;

import org.jspecify.annotations.NullMarked;
