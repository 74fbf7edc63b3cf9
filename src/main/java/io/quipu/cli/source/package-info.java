/** Counters of other systems, as an import reads them. */
@NullMarked
package io.quipu.cli.source;

import org.jspecify.annotations.NullMarked;
