/** The proof: counts retained rows again and holds them against what pages and windows say. */
@NullMarked
package io.quipu.engine.checkpoint.recount;

import org.jspecify.annotations.NullMarked;
