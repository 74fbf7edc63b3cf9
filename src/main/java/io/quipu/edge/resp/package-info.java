/**
 * The server for Redis clients, with the same rights and rates as for HTTP clients. The file
 * docs/redis.md explains the commands.
 */
@NullMarked
package io.quipu.edge.resp;

import org.jspecify.annotations.NullMarked;
