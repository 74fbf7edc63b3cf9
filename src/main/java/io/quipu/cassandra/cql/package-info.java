/** Statements, requests, batches, and the values that columns hold. */
@NullMarked
package io.quipu.cassandra.cql;

import org.jspecify.annotations.NullMarked;
