/** The runs of settled ids: their rows, the filters over them, and the keys of ids. */
@NullMarked
package io.quipu.engine.ids;

import org.jspecify.annotations.NullMarked;
