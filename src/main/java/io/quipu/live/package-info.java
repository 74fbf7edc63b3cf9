/**
 * Live counts: counters that somebody follows are read again when a hint says that they changed and
 * otherwise periodically, and every subscriber ends with the latest count at a pace of its own.
 */
@NullMarked
package io.quipu.live;

import org.jspecify.annotations.NullMarked;
