/** Settling: folds the rows below the horizon into checkpoints, by compare-and-set. */
@NullMarked
package io.quipu.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
