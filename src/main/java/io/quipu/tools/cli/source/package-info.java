/** Counters of other systems, as an import reads them. */
@NullMarked
package io.quipu.tools.cli.source;

import org.jspecify.annotations.NullMarked;
