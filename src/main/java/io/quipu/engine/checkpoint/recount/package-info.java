/** Recounting: counts retained rows again and compares them with settled totals and windows. */
@NullMarked
package io.quipu.engine.checkpoint.recount;

import org.jspecify.annotations.NullMarked;
