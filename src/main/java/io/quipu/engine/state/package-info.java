/** Events, and the state that a step keeps of them: tallies, pages, ids, resets. */
@NullMarked
package io.quipu.engine.state;

import org.jspecify.annotations.NullMarked;
