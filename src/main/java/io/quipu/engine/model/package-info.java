/**
 * The types of the domain: counters, events, event time, windows, pages, parts, buckets and limits
 * of input.
 */
@NullMarked
package io.quipu.engine.model;

import org.jspecify.annotations.NullMarked;
