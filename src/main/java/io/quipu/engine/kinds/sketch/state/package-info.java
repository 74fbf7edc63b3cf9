/** States of sketches, and what is read from them. */
@NullMarked
package io.quipu.engine.kinds.sketch.state;

import org.jspecify.annotations.NullMarked;
