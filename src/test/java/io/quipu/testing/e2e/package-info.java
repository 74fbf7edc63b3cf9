/** The whole service over a real Cassandra, as its users meet it: by HTTP, WebSocket and signal. */
@NullMarked
package io.quipu.testing.e2e;

import org.jspecify.annotations.NullMarked;
