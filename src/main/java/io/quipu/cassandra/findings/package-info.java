/**
 * Findings about the keyspace and the nodes of Cassandra: rules over plain values, and the queries
 * that read these values. The start, the daily look and the command {@code doctor} share them.
 */
@NullMarked
package io.quipu.cassandra.findings;

import org.jspecify.annotations.NullMarked;
