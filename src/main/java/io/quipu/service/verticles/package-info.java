/**
 * The verticles that run the engine, and the typed addresses of these verticles. Plain classes of
 * the engine do the work.
 */
@NullMarked
package io.quipu.service.verticles;

import org.jspecify.annotations.NullMarked;
