/**
 * The seam between the service and its kinds of counters: what a kind takes, records, reads and
 * answers. It knows none of them; which there are, {@code Kinds} says.
 */
@NullMarked
package io.quipu.engine.kind;

import org.jspecify.annotations.NullMarked;
