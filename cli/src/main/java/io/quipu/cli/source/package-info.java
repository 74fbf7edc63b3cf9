/** The sources of an import: counters of other systems. */
@NullMarked
package io.quipu.cli.source;

import org.jspecify.annotations.NullMarked;
