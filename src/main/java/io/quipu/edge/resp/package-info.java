/**
 * A way in for clients of Redis: they count as over HTTP, with the same rights and bounds. What the
 * commands mean here is told in docs/redis.md.
 */
@NullMarked
package io.quipu.edge.resp;

import org.jspecify.annotations.NullMarked;
