/**
 * The stores over Apache Cassandra: session, schema and one small class for each statement that
 * carries logic. Nothing outside this package imports the driver.
 */
@NullMarked
package io.quipu.cassandra;

import org.jspecify.annotations.NullMarked;
