/**
 * Common parts of requests and live connections: names in paths, events in JSON, access to routes,
 * and the audit.
 */
@NullMarked
package io.quipu.edge.counters;

import org.jspecify.annotations.NullMarked;
