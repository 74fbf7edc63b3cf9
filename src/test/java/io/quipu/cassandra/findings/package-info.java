/** Tests of the rules about the keyspace and the nodes of Cassandra. */
package io.quipu.cassandra.findings;
