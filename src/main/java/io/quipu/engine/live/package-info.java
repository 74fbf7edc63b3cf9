/**
 * Live counts: counters that somebody follows are read again when a hint says that they changed and
 * otherwise periodically. Those who follow them are in {@code live.feed}.
 */
@NullMarked
package io.quipu.engine.live;

import org.jspecify.annotations.NullMarked;
