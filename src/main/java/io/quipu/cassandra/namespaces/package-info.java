/** Namespaces with their settings, deletions and purges; and keys. */
@NullMarked
package io.quipu.cassandra.namespaces;

import org.jspecify.annotations.NullMarked;
