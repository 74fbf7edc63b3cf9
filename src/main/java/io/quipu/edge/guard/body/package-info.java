/** Bodies: deadlines, inflation, and one budget of bytes. */
@NullMarked
package io.quipu.edge.guard.body;

import org.jspecify.annotations.NullMarked;
