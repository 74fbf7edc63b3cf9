/** The protocol of Redis, RESP 2 and 3: commands are read from bytes, replies become bytes. */
@NullMarked
package io.quipu.edge.resp.protocol;

import org.jspecify.annotations.NullMarked;
