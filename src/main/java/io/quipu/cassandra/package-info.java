/**
 * The stores over Apache Cassandra: the session, the schema, and small classes that build
 * statements and decode rows. In the service, only this package and its subpackages import the
 * driver.
 */
@NullMarked
package io.quipu.cassandra;

import org.jspecify.annotations.NullMarked;
