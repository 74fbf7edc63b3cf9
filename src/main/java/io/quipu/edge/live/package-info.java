/**
 * The connections that follow live counts: WebSockets and Server-Sent Events. Each connection gets
 * the latest counts at its own pace.
 */
@NullMarked
package io.quipu.edge.live;

import org.jspecify.annotations.NullMarked;
