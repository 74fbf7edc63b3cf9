/** Connections and TLS: how many there are, how they are framed, and how fast they read. */
@NullMarked
package io.quipu.edge.guard.connection;

import org.jspecify.annotations.NullMarked;
