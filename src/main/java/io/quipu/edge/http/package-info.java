/**
 * The HTTP API of counters: routes that parse, validate, ask the bus and answer. Each resource is
 * one small class. No class here knows how counting works.
 */
@NullMarked
package io.quipu.edge.http;

import org.jspecify.annotations.NullMarked;
