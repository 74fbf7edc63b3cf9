/**
 * The right of a writer to acknowledge events (the lease), the end of this right, and the horizon,
 * before which no further events are acknowledged. The horizon follows from the low watermarks of
 * the writers, and the watermarks follow group time. The classes do not depend on Vert.x or
 * Cassandra: clock, scheduler and registry are given to them.
 */
@NullMarked
package io.quipu.engine.writer;

import org.jspecify.annotations.NullMarked;
