/**
 * The driver: connections, options, meters, retries, and what an answer or its absence says about
 * an outcome.
 */
@NullMarked
package io.quipu.cassandra.driver;

import org.jspecify.annotations.NullMarked;
