/**
 * The HTTP API of counters. Each resource is one small class: it parses and validates a request,
 * calls the service, and writes the response. No class here knows how counting works.
 */
@NullMarked
package io.quipu.edge.http;

import org.jspecify.annotations.NullMarked;
