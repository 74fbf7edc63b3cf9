/**
 * The stores over Apache Cassandra: session, schema and one small class for each statement that
 * carries logic. In the service, only this package and its subpackages import the driver.
 */
@NullMarked
package io.quipu.cassandra;

import org.jspecify.annotations.NullMarked;
