/** Import makes events of lines and of counters of sources. Export makes lines of counts. */
@NullMarked
package io.quipu.cli.transfer;

import org.jspecify.annotations.NullMarked;
