/** Load at a closed loop or at a stated rate, and what came of it. */
@NullMarked
package io.quipu.lab.bench.load;

import org.jspecify.annotations.NullMarked;
