/**
 * The verticles, and the typed addresses that they serve. Plain classes of the engine do the work.
 */
@NullMarked
package io.quipu.service.verticles;

import org.jspecify.annotations.NullMarked;
