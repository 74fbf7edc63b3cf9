/**
 * The guard against hostile clients: connections, framing, TLS, origins, and one budget of bytes.
 */
@NullMarked
package io.quipu.edge.guard;

import org.jspecify.annotations.NullMarked;
