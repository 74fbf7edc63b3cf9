/** The protocol of Redis, RESP 2 and 3, as bytes: commands out of them, replies into them. */
@NullMarked
package io.quipu.edge.resp.protocol;

import org.jspecify.annotations.NullMarked;
