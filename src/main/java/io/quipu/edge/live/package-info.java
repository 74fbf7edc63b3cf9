/**
 * The subscribers of live counts: WebSockets and Server-Sent Events. Each subscriber gets the
 * latest count at its own pace.
 */
@NullMarked
package io.quipu.edge.live;

import org.jspecify.annotations.NullMarked;
