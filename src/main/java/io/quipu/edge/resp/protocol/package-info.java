/** The protocol of Redis, RESP 2 and 3. Parses commands from bytes, and encodes replies. */
@NullMarked
package io.quipu.edge.resp.protocol;

import org.jspecify.annotations.NullMarked;
