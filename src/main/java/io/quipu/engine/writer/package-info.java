/**
 * The right of a writer to acknowledge events, the end of this right, and the horizon, before which
 * no further events are acknowledged. The classes do not depend on Vert.x or Cassandra: clock,
 * scheduler and registry are given to them.
 */
@NullMarked
package io.quipu.engine.writer;

import org.jspecify.annotations.NullMarked;
