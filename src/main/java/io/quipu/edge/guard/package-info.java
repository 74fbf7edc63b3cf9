/**
 * The guard against hostile clients: connections, framing, TLS, origins, and one budget of bytes.
 * Credentials are checked by {@code edge.access} and {@code service.access}.
 */
@NullMarked
package io.quipu.edge.guard;

import org.jspecify.annotations.NullMarked;
