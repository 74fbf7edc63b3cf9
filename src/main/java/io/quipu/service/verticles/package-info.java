/**
 * The verticles, each with the typed addresses that it serves; the plain classes behind them are
 * the engine's.
 */
@NullMarked
package io.quipu.service.verticles;

import org.jspecify.annotations.NullMarked;
