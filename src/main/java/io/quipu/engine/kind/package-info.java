/**
 * The interface between the service and its kinds of counters: a kind takes, records, reads and
 * answers. This package knows no kind; {@code Kinds} lists all kinds.
 */
@NullMarked
package io.quipu.engine.kind;

import org.jspecify.annotations.NullMarked;
