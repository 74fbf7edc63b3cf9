/** The stores and the schema against a real Cassandra. */
package io.quipu.cassandra;
