/** Reads counts. A count is the settled part of its pages plus their tails. */
@NullMarked
package io.quipu.engine.query;

import org.jspecify.annotations.NullMarked;
