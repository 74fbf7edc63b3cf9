/**
 * The server for Redis clients, with the same rights and bounds as over HTTP. The file
 * docs/redis.md explains the commands.
 */
@NullMarked
package io.quipu.edge.resp;

import org.jspecify.annotations.NullMarked;
