/** The proof: counts retained rows again and holds them against checkpoints and windows. */
@NullMarked
package io.quipu.recount;

import org.jspecify.annotations.NullMarked;
