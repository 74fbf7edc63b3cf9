/** The proof: counts retained rows again and holds them against what pages and windows say. */
@NullMarked
package io.quipu.recount;

import org.jspecify.annotations.NullMarked;
