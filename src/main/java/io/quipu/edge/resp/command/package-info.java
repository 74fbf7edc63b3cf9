/** Commands as they arrive, the session that they belong to, and refusals. */
@NullMarked
package io.quipu.edge.resp.command;

import org.jspecify.annotations.NullMarked;
