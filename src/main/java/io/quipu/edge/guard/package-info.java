/**
 * The guard against strangers: connections, framing, handshakes, origins, and one budget of bytes.
 */
@NullMarked
package io.quipu.edge.guard;

import org.jspecify.annotations.NullMarked;
