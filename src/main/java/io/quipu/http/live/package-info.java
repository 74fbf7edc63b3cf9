/** The live part of the public contract: WebSockets and Server-Sent Events. */
@NullMarked
package io.quipu.http.live;

import org.jspecify.annotations.NullMarked;
