/** Common parts of requests and live connections: names in paths and events in JSON. */
@NullMarked
package io.quipu.edge.counters;

import org.jspecify.annotations.NullMarked;
