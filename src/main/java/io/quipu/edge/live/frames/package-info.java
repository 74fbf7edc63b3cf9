/** Frames of WebSockets, split and assembled within bounds. */
@NullMarked
package io.quipu.edge.live.frames;

import org.jspecify.annotations.NullMarked;
