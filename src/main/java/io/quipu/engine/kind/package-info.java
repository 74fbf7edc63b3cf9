/**
 * The interface between the service and its kinds of counters: a kind accepts and records events,
 * and reads counters. This package names no kind; {@code Kinds} lists all kinds.
 */
@NullMarked
package io.quipu.engine.kind;

import org.jspecify.annotations.NullMarked;
