/**
 * Live counts. A watched counter is read after a hint of a change, and otherwise periodically. The
 * subscribers are in {@code edge.live}.
 */
@NullMarked
package io.quipu.engine.live;

import org.jspecify.annotations.NullMarked;
