/**
 * The HTTP API of counters: routes that parse, validate, ask the bus and answer. One small class
 * per resource; nothing here knows how anything is counted.
 */
@NullMarked
package io.quipu.edge.http;

import org.jspecify.annotations.NullMarked;
