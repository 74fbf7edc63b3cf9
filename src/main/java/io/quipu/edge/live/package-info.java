/**
 * The subscribers of live counts: WebSockets and Server-Sent Events, and the pace at which each is
 * told the latest count.
 */
@NullMarked
package io.quipu.edge.live;

import org.jspecify.annotations.NullMarked;
